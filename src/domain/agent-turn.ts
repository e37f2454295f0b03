import type { HandoffRow } from '../contract/admin/handoffs.ts';
import { isWhatsApp } from '../contract/channels.ts';
import { limits } from '../contract/limits.ts';
import { type BesideChange, besideTurn } from './beside-turn.ts';
import type { CommittedTurn, Conversation, OpenTurn } from './conversation.ts';
import { type Stated, withMessages } from './conversation-after.ts';
import { keptDueAt } from './due-time.ts';
import { type Held, handoffOf, type LiveHandoff } from './handoff.ts';
import { withRun } from './runs/with-run.ts';
import { remember, rememberedId } from './turn-memory.ts';
import { type AgentAlert, mailAfter, withAlerts } from './visitor-mail.ts';

type Shown = Pick<
  Conversation<unknown>,
  | 'conversationId'
  | 'channel'
  | 'userId'
  | 'user'
  | 'version'
  | 'epoch'
  | 'lastSeq'
  | 'lastInboundAtMs'
  | 'labels'
  | 'priority'
> &
  Parameters<typeof handoffOf>[0];

const isoOf = (ms: number) => new Date(ms).toISOString();

/**
 * Until when a chat app takes free text: a day from the user's last message by the provider's clock, less a minute; null
 * where there is no such window, or where it is not known.
 * @see handoff.md 3.3
 */
export function windowEndsAtMs({
  channel,
  lastInboundAtMs,
}: Pick<Conversation<unknown>, 'channel' | 'lastInboundAtMs'>): number | null {
  if (!isWhatsApp(channel) || lastInboundAtMs === undefined) return null;
  return lastInboundAtMs + limits.replyLifeMs - limits.windowSpareMs;
}

/** Whether a chat app user has never written: none of their messages was accepted. */
export function isUnanswered({
  channel,
  lastInboundAtMs,
  recentTurnIds,
}: Pick<Conversation<unknown>, 'channel' | 'lastInboundAtMs' | 'recentTurnIds'>): boolean {
  // Items of the previous release lack the time of the last message.
  return isWhatsApp(channel) && lastInboundAtMs === undefined && recentTurnIds.length === 0;
}

/** Whether a chat app's window for free text is closed. */
export function isWindowClosed(conversation: Parameters<typeof isUnanswered>[0], nowMs: number): boolean {
  const endsAtMs = windowEndsAtMs(conversation);
  return endsAtMs === null ? isUnanswered(conversation) : endsAtMs <= nowMs;
}

/** The row of a handoff in a list; null for other conversations. */
export function handoffRowOf(conversation: Shown): HandoffRow | null {
  const live = handoffOf(conversation);
  return live && rowOf(conversation, live);
}

function rowOf(conversation: Shown, live: LiveHandoff): HandoffRow {
  const { conversationId, channel, userId, user = {}, version, epoch, lastSeq } = conversation;
  const { labels = [], priority = 'none' } = conversation;
  const windowEnds = windowEndsAtMs(conversation);
  const { offer, waitingSinceMs, mentions = [], snooze } = live;
  return {
    conversationId,
    handoffId: live.id,
    version,
    epoch,
    state: live.state,
    queue: live.queue,
    reason: live.reason,
    owner: live.owner,
    ...(live.isAutomatic && { assigned: 'automatic' as const }),
    offer: offer && { userId: offer.userId, until: isoOf(offer.untilMs) },
    visitor: {
      id: userId,
      name: user.firstName ?? null,
      channel,
      language: user.language ?? null,
      verified: user.verified === true,
    },
    requestedAt: isoOf(live.requestedAtMs),
    waitingSince: waitingSinceMs === null ? null : isoOf(waitingSinceMs),
    deadlineAt: isoOf(live.deadlineAtMs),
    ...(windowEnds !== null && { windowEndsAt: isoOf(windowEnds) }),
    ...(mentions.length > 0 && {
      mentions: mentions.map(({ userId, by, atMs }) => ({ userId, by, at: isoOf(atMs) })),
    }),
    ...(labels.length > 0 && { labels: [...labels] }),
    ...(priority !== 'none' && { priority }),
    ...(snooze && { snoozedUntil: isoOf(snooze.untilMs) }),
    lastText: live.lastText,
    lastSeq,
  };
}

/** A change of a conversation by an agent or the schedule: of its handoff, or something beside it. */
export type AgentChange<State> = (OwnerChange<State> | MessageBeside<State>) & {
  /** Agents who are emailed unless they look. */
  readonly alerts?: readonly AgentAlert[];
};

/** The conversation's labels and priority after the change. */
type Triage = Pick<Conversation<unknown>, 'labels' | 'priority'>;

/** Changes of the conversation's owner: a running turn of the flow then finds another conversation. */
interface OwnerChange<State> {
  readonly turn: CommittedTurn;
  readonly state: State;
  readonly held: Held;
  readonly triage?: Triage;
  /** A turn of the flow to continue. */
  readonly resumed?: OpenTurn<State> | undefined;
}

/** Messages or notes beside the conversation: a running turn continues, and comes after them. */
interface MessageBeside<State> extends Pick<BesideChange<State>, 'hear'> {
  readonly turn: CommittedTurn;
  readonly beside: true;
  readonly triage?: Triage;
  readonly resumed?: undefined;
}

/**
 * The conversation after an action of an agent or the schedule. Other fields stay. An acknowledged turn of the
 * visitor runs afterwards from its beginning, since someone else may answer it now.
 */
export function withAgentTurn<State extends Stated>(
  before: Conversation<State>,
  change: AgentChange<State>,
): Conversation<State> {
  const { turn } = change;
  const changed = 'beside' in change ? withMessageBeside(before, change) : withOwnerChange(before, change);
  const alerts = change.alerts?.length ? { alerts: withAlerts(before.alerts, change.alerts) } : {};
  const next = { ...changed, ...mailAfter(before, turn), ...alerts };
  const turnWithRun = withRun(before, next, turn, { was: handoffOf(before), live: handoffOf(next) });
  return { ...turnWithRun, dueAtMs: keptDueAt(before.dueAtMs, next, turn.committedAtMs) };
}

function withMessageBeside<State extends Stated>(
  before: Conversation<State>,
  { turn, hear, triage }: MessageBeside<State>,
) {
  const { lastMessageId, lastSeq } = withMessages(before, turn);
  const written = { lastMessageId, lastSeq, ...committed(before, turn), ...triage };
  return besideTurn(before, { ...written, ...(hear && { hear }) });
}

function withOwnerChange<State extends Stated>(
  before: Conversation<State>,
  { turn, state, held, triage, resumed }: OwnerChange<State>,
): Conversation<State> {
  const { openTurn } = before;
  const kept = openTurn && openTurn.record.kind !== 'wake' ? { ...openTurn, state: null } : null;
  return {
    ...withMessages(before, turn),
    ...held,
    ...triage,
    state,
    openTurn: resumed ?? kept,
    ...committed(before, turn),
  };
}

function committed<State>({ outbox, deskTurnIds }: Conversation<State>, turn: CommittedTurn) {
  return { outbox: [...outbox, turn], deskTurnIds: remember(deskTurnIds, turn.turnId) };
}

/** Whether an agent's request was already carried out. */
export function remembersAgentTurn(
  { deskTurnIds }: Pick<Conversation<unknown>, 'deskTurnIds'>,
  turnId: string,
): boolean {
  return deskTurnIds.includes(rememberedId(turnId));
}
