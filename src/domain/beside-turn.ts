import type { Conversation, OpenTurn } from './conversation.ts';

/**
 * Who may write a field of a conversation's item while one of its turns runs.
 * - `turn`: the turn alone. If anything else writes it, the turn has lost its base and runs again on what is stored.
 * - `beside`: anything. The turn's own write keeps what is stored by then, or builds on it.
 * - `in part`: see the list of its own fields below.
 */
type Writer = 'turn' | 'beside' | 'in part';

/**
 * The one list: the compiler asks for each field of the item. What writes beside a running turn is typed by it
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
  // What is said beside it: the turn is put behind that.
  lastMessageId: 'beside',
  lastSeq: 'beside',
  run: 'beside',
  deskTurnIds: 'beside',
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

/** Of a flow's state only what was said; any other field is the turn's. */
type StateBeside = 'history';

/** A flow's state as far as it matters here. */
export interface Hearing {
  readonly history?: readonly unknown[];
}

type Beside<Fields> = {
  [Field in keyof Fields]: Fields[Field] extends 'beside' ? Field : never;
}[keyof Fields];

/** What may be written of a conversation beside a running turn. */
export type BesideChange<State> = Partial<
  Pick<Conversation<State>, Exclude<Beside<typeof conversationFields>, 'version'>>
> & {
  readonly openTurn?: Partial<Pick<OpenTurn<State>, Beside<typeof openTurnFields>>>;
  /** What the flow, and the turn that runs, have heard from then on. */
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

/** What a turn stands on: as long as that is the same, the turn may be committed on what is stored. */
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
