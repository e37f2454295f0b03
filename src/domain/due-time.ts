import { limits } from '../contract/limits.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';
import { type Conversation, overdueAtMs } from './conversation.ts';
import { type HandoffSource, handoffCheckAtMs, handoffDueTimes, handoffOf } from './handoff.ts';
import { type Mailed, mailDueTimes } from './visitor-mail.ts';

const minuteMs = 60_000;

/** The fields of a conversation that determine it. */
interface Scheduled extends HandoffSource, Mailed {
  readonly outbox: readonly { readonly committedAtMs: number }[];
  readonly openTurn: { readonly queued: boolean } | null;
  readonly state: (HandoffSource['state'] & { readonly wake?: { readonly atMs: number } }) | null;
  readonly lastActivityMs: number;
  readonly idleMinutes: number;
}

/**
 * When the schedule must have looked at a conversation: soon while effects are pending or a turn waits on the queue, else
 * when its flow continues by itself, or it has been idle for long enough, or its handoff is due; null without any. @see design 5.2, 5.5
 */
export function dueAtOf(conversation: Scheduled, nowMs: number): number | null {
  const { outbox, openTurn, state } = conversation;
  const live = conversation.handoff && handoffOf(conversation);
  const times: number[] = [];
  if (conversation.mail || conversation.alerts) times.push(...mailDueTimes(conversation));
  for (const { committedAtMs } of outbox) times.push(committedAtMs + limits.settleAfterMs);
  if (openTurn?.queued) times.push(nowMs + limits.requeueAfterMs);
  if (live) times.push(...handoffDueTimes(live), handoffCheckAtMs(live, nowMs));
  else if (state && state.status !== 'completed')
    times.push(wakeOf(state)?.atMs ?? idleDeadlineMs(conversation) + limits.idleEndMarginMs);
  return times.length === 0 ? null : Math.min(...times);
}

/** When a run ends without further messages. */
export function idleDeadlineMs({
  lastActivityMs,
  idleMinutes,
}: Pick<Scheduled, 'lastActivityMs' | 'idleMinutes'>): number {
  return lastActivityMs + idleMinutes * minuteMs;
}

/** When the flow continues by itself; not during a handoff or after its end. */
export function wakeOf<W>({ status, wake }: { readonly status?: string; readonly wake?: W }): W | undefined {
  return status === 'active' ? wake : undefined;
}

/**
 * Returns the due time to write with a turn. The present one stays where it can: each move costs two index writes, and an
 * early visit is harmless; but not one so near that the conversation would be visited in the midst of its turns.
 */
export function keptDueAt(dueAtMs: number | null, conversation: Scheduled, nowMs: number): number | null {
  const neededAtMs = dueAtOf(conversation, nowMs);
  if (neededAtMs === null || dueAtMs === null) return neededAtMs;
  const isKept = dueAtMs <= neededAtMs && dueAtMs >= nowMs + limits.dueSlackMs;
  return isKept ? dueAtMs : neededAtMs;
}

type Resting = Pick<
  Conversation<{ readonly status?: ConversationStatus; readonly wake?: { readonly atMs: number } }>,
  'state' | 'openTurn' | 'waiting' | 'lastActivityMs' | 'idleMinutes'
>;

/** Whether a run has expired by inactivity, even if nothing has stored that yet. @see runsOutAtMs */
export function isIdle<C extends Resting>(
  conversation: C | null,
  nowMs: number,
): conversation is C & { readonly state: NonNullable<C['state']> } {
  return conversation !== null && runsOutAtMs(conversation) <= nowMs;
}

/**
 * From when on a run is over for being idle, by its stored state alone: its deadline, or when a turn that was
 * begun before can be believed alive no more; never while the flow continues by itself, during a handoff, or after its end.
 * @see docs/decisions/schedule.md
 */
export function runsOutAtMs(conversation: Resting): number {
  const { state, openTurn, waiting } = conversation;
  if (state?.status !== 'active' || wakeOf(state) || openTurn?.queued) return Number.POSITIVE_INFINITY;
  return Math.max(
    idleDeadlineMs(conversation),
    openTurn?.leaseUntilMs ?? 0,
    ...waiting.map((message) => overdueAtMs(message)),
  );
}
