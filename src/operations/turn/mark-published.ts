import { appointmentOf } from '../../domain/appointment.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';
import { fedOf, recordTurns, wakeCenter } from './settle-turn.ts';

const attempts = 5;
/** Less than the time after which a published turn comes back. */
const quietMs = 60_000;

/**
 * Marks web chat turns as settled, once the last event of each has come back from the bus: whoever answered the visitor is
 * frozen by then, and may never run again. The event proves nothing of the log, which is written beside it: what is
 * missing there is written first, and told to people of the tenant; a contact center is woken once more. Most find nothing to do, since a later turn has taken the mark with it.
 * @throws VersionConflictError when others write the conversation all the time: the mark comes again
 * @see design 5.2, docs/decisions/settle-marks.md
 */
export async function markPublished(
  gateway: Pick<Gateway, 'centers' | 'conversations' | 'turnLog' | 'deadLetters' | 'nowMs'>,
  { tenantId, conversationId }: ConversationName,
  endedTurns: readonly string[],
): Promise<void> {
  const { conversations, nowMs } = gateway;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // A mark comes a minute and a half after its turn; one that others have gone on from since is refused, and looks again.
    const stored = await conversations.find(tenantId, conversationId, attempt === 0 ? 'lately' : 'now');
    if (!stored) return;
    const outbox = stored.outbox.filter(({ turnId }) => !endedTurns.includes(turnId));
    const dueAtMs = markedAppointment({ ...stored, outbox }, nowMs());
    // Another may have marked the turn and left the appointment; while the talk goes on, so does this.
    const isQuiet = outbox.length === 0 && stored.lastActivityMs <= nowMs() - quietMs;
    if (outbox.length === stored.outbox.length && (!isQuiet || dueAtMs === stored.dueAtMs)) return;
    const published = stored.outbox.filter((turn) => !outbox.includes(turn));
    await recordMissing(gateway, stored, published);
    await wakeCenter(gateway, stored, published);
    if (await conversations.markSettled(stored, { outbox, dueAtMs })) return;
  }
  throw new VersionConflictError();
}

/** That of a turn on the queue is "in a minute", whenever one asks: a mark must not put it off. */
function markedAppointment(marked: Conversation<FlowState>, nowMs: number): number | null {
  const neededAtMs = appointmentOf(marked, nowMs);
  if (!marked.openTurn?.queued || neededAtMs === null) return neededAtMs;
  return Math.min(neededAtMs, marked.dueAtMs ?? neededAtMs);
}

async function recordMissing(
  gateway: Pick<Gateway, 'turnLog' | 'deadLetters'>,
  stored: Conversation<FlowState>,
  turns: readonly CommittedTurn[],
): Promise<void> {
  const logged = await Promise.all(turns.map((turn) => isLogged(gateway, turn)));
  const missing = turns.filter((_, n) => !logged[n]);
  if (missing.length > 0) await recordTurns(gateway, missing, fedOf(stored, missing));
}

/** Log and answer are one write, and an answer can be told from the log; a dead letter is a write of its own. */
async function isLogged({ turnLog }: Pick<Gateway, 'turnLog'>, turn: CommittedTurn): Promise<boolean> {
  if (turn.failed) return false;
  const { tenantId, conversationId, previousMessageId, turnId } = turn;
  const [logged] = await turnLog.read(tenantId, conversationId, previousMessageId, 1);
  return logged?.turnId === turnId;
}
