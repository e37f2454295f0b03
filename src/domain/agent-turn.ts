import type { HandoffRow } from '../contract/admin/handoffs.ts';
import type { MessageUser } from '../contract/canonical-message.ts';
import { isWhatsApp } from '../contract/channels.ts';
import { limits } from '../contract/limits.ts';
import type { LogMessage } from '../contract/poll.ts';
import type { FlowPosition, Handoff } from '../contract/vocabulary.ts';
import { type BesideChange, besideTurn } from './beside-turn.ts';
import type { CommittedTurn, Conversation, OpenTurn, SideEntry } from './conversation.ts';
import { type Stated, withMessages } from './conversation-after.ts';
import { keptDueAt } from './due-time.ts';
import { type Held, handoffOf, type LiveHandoff } from './handoff.ts';
import { messageIdBefore, newMessageId, placeMessageId } from './message-ids.ts';
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
  if (lastInboundAtMs === undefined || !isWhatsApp(channel)) return null;
  return lastInboundAtMs + limits.replyLifeMs - limits.windowSpareMs;
}

/** Whether a chat app user has never written: none of their messages was accepted. */
export function isUnanswered({
  channel,
  lastInboundAtMs,
  recentTurnIds,
}: Pick<Conversation<unknown>, 'channel' | 'lastInboundAtMs' | 'recentTurnIds'>): boolean {
  // Items of the previous release lack the time of the last message.
  return lastInboundAtMs === undefined && recentTurnIds.length === 0 && isWhatsApp(channel);
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
  const dueAtMs = keptDueAt(before.dueAtMs, next, turn.committedAtMs);
  return { ...withRun(before, next, turn, { was: handoffOf(before), live: handoffOf(next) }), dueAtMs };
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

/** The clock, and what makes IDs. */
interface Chance {
  readonly nowMs: () => number;
  readonly random: () => number;
}

/** The parts of a flow's state that a turn reports. */
interface Continued {
  readonly flow: FlowPosition;
  readonly handoff: Handoff | null;
}

/** The messages and events of an agent's turn. */
export type AgentTurnParts = Pick<CommittedTurn, 'turnId' | 'correlationId' | 'notices' | 'status'> &
  Partial<Pick<CommittedTurn, 'center' | 'handoffId' | 'side'>> & {
    readonly says?: readonly Omit<LogMessage, 'id' | 'seq' | 'timestamp'>[];
  };

const dayS = 24 * 60 * 60;

/** A turn that no message began. */
export function agentTurn(
  gateway: Chance,
  stored: Conversation<unknown>,
  state: Continued,
  { says = [], ...rest }: AgentTurnParts,
): CommittedTurn {
  const nowMs = gateway.nowMs();
  const user = userOf(stored);
  const isHeardOf = rest.notices.some(({ kind }) => kind === 'handoff');
  return {
    ...rest,
    tenantId: stored.tenantId,
    conversationId: stored.conversationId,
    channel: stored.channel,
    ...(stored.accountId !== undefined && { accountId: stored.accountId }),
    to: stored.userId,
    ...(user.phone !== undefined && { phone: user.phone }),
    committedAtMs: nowMs,
    expiresAtS: Math.floor(nowMs / 1000) + stored.retentionDays * dayS,
    previousMessageId: stored.lastMessageId,
    inbound: null,
    replies: placed(gateway, stored, says),
    flow: state.flow,
    handoff: rest.status === 'handoff' ? state.handoff : null,
    ...(isHeardOf && { user, ...(stored.widgetId !== null && { widgetId: stored.widgetId }) }),
  };
}

/** The visitor, as a turn of theirs would say. */
export function userOf({
  userId,
  user: { attributes: _, ...user } = {},
}: Pick<Conversation<unknown>, 'userId' | 'user'>): MessageUser {
  return { id: userId, ...user };
}

/** Messages with IDs and positions: after the existing ones, before the promised ones. */
function placed(
  { nowMs, random }: Chance,
  stored: Conversation<unknown>,
  says: NonNullable<AgentTurnParts['says']>,
): LogMessage[] {
  const messages: LogMessage[] = [];
  for (const [n, message] of says.entries()) {
    const after = messages.at(-1)?.id ?? stored.lastMessageId;
    messages.push({
      ...message,
      id: nextMessageId({ nowMs, random }, stored, after),
      seq: stored.lastSeq + 1 + n,
      timestamp: new Date(nowMs()).toISOString(),
    });
  }
  return messages;
}

/** An id behind one, and before all that acknowledged messages have been promised. */
export function nextMessageId(
  { nowMs, random }: Chance,
  { waiting, openTurn }: Pick<Conversation<unknown>, 'waiting' | 'openTurn'>,
  after: string | null,
): string {
  const promised = [...waiting.map(({ messageId }) => messageId), ...(openTurn ? [openTurn.messageId] : [])];
  const before = promised.filter((id) => id > (after ?? '')).sort()[0] ?? null;
  return before === null
    ? placeMessageId(newMessageId(nowMs, random), { after, before })
    : messageIdBefore(before, after);
}

/** An entry beside a conversation, as of now. */
export function sideEntryOf(
  { nowMs, random }: Chance,
  by: SideEntry['by'],
  details: Partial<Pick<SideEntry, 'event' | 'to' | 'text' | 'mention' | 'triage'>>,
): SideEntry {
  return {
    id: newMessageId(nowMs, random),
    at: new Date(nowMs()).toISOString(),
    by,
    text: '',
    ...details,
  };
}
