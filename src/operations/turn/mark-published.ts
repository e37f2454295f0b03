import { appointmentOf } from '../../domain/appointment.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';

const attempts = 5;
/** Less than the time after which a published turn comes back. */
const quietMs = 60_000;

/**
 * Marks web chat turns as settled, once the last event of each has come back from the bus: whoever answered the visitor is
 * frozen by then, and may never run again. Most find nothing to do, since a later turn has taken the mark with it.
 * @throws VersionConflictError when others write the conversation all the time: the mark comes again
 * @see design 5.2, docs/decisions/settle-marks.md
 */
export async function markPublished(
  { conversations, nowMs }: Pick<Gateway, 'conversations' | 'nowMs'>,
  { tenantId, conversationId }: ConversationName,
  endedTurns: readonly string[],
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await conversations.find(tenantId, conversationId);
    if (!stored) return;
    const outbox = stored.outbox.filter(({ turnId }) => !endedTurns.includes(turnId));
    const dueAtMs = appointmentOf({ ...stored, outbox }, nowMs());
    // Another may have marked the turn and left the appointment; while the talk goes on, so does this.
    const isQuiet = outbox.length === 0 && stored.lastActivityMs <= nowMs() - quietMs;
    if (outbox.length === stored.outbox.length && (!isQuiet || dueAtMs === stored.dueAtMs)) return;
    if (await conversations.markSettled(stored, { outbox, dueAtMs })) return;
  }
  throw new VersionConflictError();
}
