import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { DedupConflict, TemporarilyUnavailableError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { settleTurns } from './settle-turn.ts';

type Stored = Conversation<FlowState>;

/**
 * The turn of a message that was delivered before and committed: it is settled if that is open, and gives the same
 * answer. Null when there is none, or its idempotency key has been forgotten since.
 * @throws DedupConflict when the key was used with another body
 * @throws TemporarilyUnavailableError when the log does not show it yet
 * @see design 2.3
 */
export async function committedBefore(
  gateway: Gateway,
  conversation: Stored,
  record: TurnRecord,
): Promise<CommittedTurn | null> {
  const turn = await findCommitted(gateway, conversation, record);
  const pending = conversation.outbox.some(({ turnId }) => turnId === turn?.turnId);
  if (pending && !gateway.settled.has(record.turnId)) {
    await settleTurns(gateway, conversation, record.turnId);
  }
  return turn;
}

/**
 * The turn of a message that was delivered before and committed, settled or not.
 * @throws DedupConflict when the key was used with another body
 * @throws TemporarilyUnavailableError when the log does not show it yet
 * @see design 2.3
 */
export async function findCommitted(
  gateway: Pick<Gateway, 'nowMs' | 'turnLog'>,
  conversation: Stored,
  record: TurnRecord,
): Promise<CommittedTurn | null> {
  if (!conversation.recentTurnIds.includes(record.turnId)) return null;
  const forgottenBeforeMs = record.claim ? gateway.nowMs() - limits.idempotencyWindowMs : 0;
  if (conversation.lastActivityMs <= forgottenBeforeMs) return null;
  const pending = conversation.outbox.findLast(({ turnId }) => turnId === record.turnId);
  const turn = pending ?? (await findLogged(gateway, conversation, record));
  if (turn.committedAtMs <= forgottenBeforeMs) return null;
  if (turn.claim?.fingerprint !== record.claim?.fingerprint) throw new DedupConflict();
  return turn;
}

/**
 * The last turn of this id in the log; a key may have been used before, more than a day ago.
 * @throws TemporarilyUnavailableError when the log does not show it yet
 */
async function findLogged(
  gateway: Pick<Gateway, 'turnLog'>,
  { tenantId, conversationId }: Stored,
  record: TurnRecord,
): Promise<CommittedTurn> {
  let found: CommittedTurn | undefined;
  for (let after: string | null = null; ; ) {
    const turns = await gateway.turnLog.read(tenantId, conversationId, after, limits.pollMessages);
    found = turns.findLast(({ turnId }) => turnId === record.turnId) ?? found;
    const last = turns.at(-1);
    if (!last) {
      if (found) return found;
      throw new TemporarilyUnavailableError();
    }
    after = last.replies.at(-1)?.id ?? last.inbound?.id ?? null;
  }
}
