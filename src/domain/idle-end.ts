import type { ConversationStatus } from '../contract/vocabulary.ts';
import { idleDeadlineMs, wakeOf } from './appointment.ts';
import { type Conversation, overdueAtMs } from './conversation.ts';

type Resting = Pick<
  Conversation<{ readonly status?: ConversationStatus; readonly wake?: { readonly atMs: number } }>,
  'state' | 'openTurn' | 'waiting' | 'lastActivityMs' | 'idleMinutes'
>;

/**
 * From when on a run is over for being idle, as anybody can tell who reads it: its deadline, or when a turn that was
 * begun before can be believed alive no more; never while the flow goes on by itself, humans have it, or it has ended.
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
