import type { Conversation, OpenTurn } from './conversation.ts';

/**
 * Who may write a field of a conversation's item while one of its turns runs. - `turn`: only the turn. If anything
 * else writes it, the turn runs again on the stored state. - `beside`: anything. The turn's own write keeps the
 * stored value, or builds on it. - `in part`: see the list of its own fields below.
 */
type Writer = 'turn' | 'beside' | 'in part';

/**
 * The only list: the compiler requires every field of the item. Writes beside a running turn are typed by it
 * (`BesideChange`), and so is what a turn compares before it commits (`baseOf`).
 * @see design 5.4
 */
const conversationFields = {
  version: 'beside',
  // Polls, acknowledged messages, settling and the schedule.
  pollers: 'beside',
  waiting: 'beside',
  outbox: 'beside',
  dueAtMs: 'beside',
  // Messages beside the turn: the turn's messages go after them.
  lastMessageId: 'beside',
  lastSeq: 'beside',
  run: 'beside',
  deskTurnIds: 'beside',
  // Agents label and prioritize at any time.
  labels: 'beside',
  priority: 'beside',
  mail: 'beside',
  seenId: 'beside',
  alerts: 'beside',
  state: 'in part',
  openTurn: 'in part',

  tenantId: 'turn',
  conversationId: 'turn',
  channel: 'turn',
  widgetId: 'turn',
  sessionId: 'turn',
  userId: 'turn',
  accountId: 'turn',
  user: 'turn',
  lastInboundAtMs: 'turn',
  lastInboundId: 'turn',
  runAfter: 'turn',
  recentTurnIds: 'turn',
  answersInLog: 'turn',
  raisedTurnIds: 'turn',
  wakeRecord: 'turn',
  lastActivityMs: 'turn',
  idleMinutes: 'turn',
  retentionDays: 'turn',
  erasedAtMs: 'turn',
  epoch: 'turn',
  handoff: 'turn',
  lastHandoff: 'turn',
} as const satisfies { readonly [Field in keyof Required<Conversation<unknown>>]: Writer };

const openTurnFields = {
  queued: 'beside',
  requeued: 'beside',
  state: 'in part',

  record: 'turn',
  messageId: 'turn',
  leaseUntilMs: 'turn',
  reached: 'turn',
} as const satisfies { readonly [Field in keyof Required<OpenTurn<unknown>>]: Writer };

/** Of a flow's state, only the history; all other fields belong to the turn. */
type StateBeside = 'history';

/** A flow's state as far as it matters here. */
export interface Hearing {
  readonly history?: readonly unknown[];
}

type Beside<Fields> = {
  [Field in keyof Fields]: Fields[Field] extends 'beside' ? Field : never;
}[keyof Fields];

/** The fields of a conversation that may change beside a running turn. */
export type BesideChange<State> = Partial<
  Pick<Conversation<State>, Exclude<Beside<typeof conversationFields>, 'version'>>
> & {
  readonly openTurn?: Partial<Pick<OpenTurn<State>, Beside<typeof openTurnFields>>>;
  /** Messages to append to the history of the flow and of the running turn. */
  readonly hear?: State extends Hearing
    ? (history: NonNullable<State[StateBeside]>) => State[StateBeside]
    : never;
};

/** The conversation with something written beside its running turn, one version on. */
export function besideTurn<State>(
  before: Conversation<State>,
  { openTurn: ofOpen, hear, ...change }: BesideChange<State>,
): Conversation<State> {
  const hears = (state: State) =>
    hear && state ? { ...state, history: hear((state as Hearing).history as never) } : state;
  const { openTurn, state } = before;
  return {
    ...before,
    ...change,
    version: before.version + 1,
    state: state && hears(state),
    openTurn: openTurn && { ...openTurn, ...ofOpen, state: openTurn.state && hears(openTurn.state) },
  };
}

/** The fields that a turn depends on. While they are unchanged, the turn may be committed on the stored item. */
export function baseOf<State>(conversation: Conversation<State>): object {
  const { openTurn, state } = conversation;
  return {
    ...ownOf(conversation, conversationFields),
    state: withoutHistory(state),
    openTurn: openTurn && { ...ownOf(openTurn, openTurnFields), state: withoutHistory(openTurn.state) },
  };
}

function ownOf(value: object, fields: Readonly<Record<string, Writer>>): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields[name] === 'turn'));
}

function withoutHistory<State>(state: State | null): object | null {
  if (state === null) return null;
  const { history: _, ...rest } = state as Hearing;
  return rest;
}
