import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { DedupConflict, TemporarilyUnavailableError } from '../../domain/errors.ts';
import { leastIdAt } from '../../domain/message-ids.ts';
import { latestUse, remembersTurn } from '../../domain/turn-memory.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { ownersTimeMs, type SettlePorts, settleTurns } from './settle-turn.ts';

type Stored = Conversation<FlowState>;

const minuteMs = 60_000;

/**
 * The turn of a message that was delivered before and committed: it is settled if that is open, and gives the same
 * answer. Null when there is none.
 * @throws DedupConflict when its idempotency key was used with another body
 * @throws TemporarilyUnavailableError when the log does not show it yet
 * @see design 2.3
 */
export async function committedBefore(
  gateway: SettlePorts,
  conversation: Stored,
  record: TurnRecord,
): Promise<CommittedTurn | null> {
  const { turnId } = record;
  if (!remembersTurn(conversation, turnId)) return null;
  const turn = sameBody(await findTurn(gateway, conversation, turnId), record);
  const isPending = conversation.outbox.includes(turn) && !gateway.settled.has(turnId);
  // Whoever committed it a moment ago is settling it.
  if (isPending && turn.committedAtMs < gateway.nowMs() - ownersTimeMs)
    await settleTurns(gateway, conversation, turnId);
  return turn;
}

/**
 * The turn of a message whose idempotency key was used before and is not forgotten; settled or not.
 * @throws DedupConflict when the key was used with another body
 * @throws TemporarilyUnavailableError when the log does not show it yet
 * @see design 2.3
 */
export async function findCommitted(
  gateway: Pick<Gateway, 'nowMs' | 'turnLog'>,
  conversation: Stored,
  record: TurnRecord,
): Promise<CommittedTurn | null> {
  const { turnId } = await asNewUse(gateway, conversation, record);
  if (!remembersTurn(conversation, turnId)) return null;
  return sameBody(await findTurn(gateway, conversation, turnId), record);
}

/** @throws DedupConflict when it is of another body */
function sameBody(turn: CommittedTurn, { claim }: TurnRecord): CommittedTurn {
  if (turn.claim?.fingerprint !== claim?.fingerprint) throw new DedupConflict();
  return turn;
}

/**
 * The record with an id of its own when its idempotency key was used before and is forgotten since, so that nobody
 * takes it for that turn.
 * @see design 2.3
 */
export async function asNewUse(
  gateway: Pick<Gateway, 'turnLog' | 'nowMs'>,
  conversation: Stored | null,
  record: TurnRecord,
): Promise<TurnRecord> {
  const latest = conversation ? latestUse(conversation, record.turnId) : undefined;
  if (!conversation || latest === undefined || !record.claim) return record;
  const forgottenBeforeMs = gateway.nowMs() - limits.idempotencyWindowMs;
  const isForgotten =
    conversation.lastActivityMs <= forgottenBeforeMs ||
    (await findTurn(gateway, conversation, latest)).committedAtMs <= forgottenBeforeMs;
  if (!isForgotten) return { ...record, turnId: latest };
  const [, use = '0'] = latest.split('.');
  return { ...record, turnId: `${record.turnId}.${Number(use) + 1}` };
}

/** A turn that a conversation remembers. @throws TemporarilyUnavailableError when the log does not show it yet */
export async function findTurn(
  gateway: Pick<Gateway, 'turnLog' | 'nowMs'>,
  conversation: Stored,
  turnId: string,
): Promise<CommittedTurn> {
  const pending = conversation.outbox.findLast((turn) => turn.turnId === turnId);
  if (pending) return pending;
  const recent = leastIdAt(gateway.nowMs() - limits.idempotencyWindowMs - minuteMs);
  const turn =
    (await findLogged(gateway, conversation, turnId, recent)) ??
    (await findLogged(gateway, conversation, turnId, null));
  if (!turn) throw new TemporarilyUnavailableError();
  return turn;
}

/** The turn of this id among those of the log after a message's id. */
export async function findLogged(
  gateway: Pick<Gateway, 'turnLog'>,
  conversation: Stored,
  turnId: string,
  afterId: string | null,
  as: 'now' | 'lately' = 'lately',
): Promise<CommittedTurn | null> {
  for await (const turns of loggedTurns(gateway, conversation, afterId, as)) {
    const found = turns.findLast((turn) => turn.turnId === turnId);
    if (found) return found;
  }
  return null;
}

/** The turns of the log after a message's id, page by page, oldest first. */
export async function* loggedTurns(
  { turnLog }: Pick<Gateway, 'turnLog'>,
  { tenantId, conversationId }: Stored,
  afterId: string | null,
  as: 'now' | 'lately',
): AsyncGenerator<readonly CommittedTurn[]> {
  for (let after = afterId; ; ) {
    const turns = await turnLog.read(tenantId, conversationId, after, limits.pollMessages, as);
    const last = turns.at(-1);
    if (!last) return;
    yield turns;
    after = last.replies.at(-1)?.id ?? last.inbound?.id ?? null;
  }
}
