import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import { type CommittedTurn, type Conversation, logKeyOf } from '../../domain/conversation.ts';
import { DedupConflict, TemporarilyUnavailableError } from '../../domain/errors.ts';
import { leastIdAt } from '../../domain/message-ids.ts';
import { remembersTurn } from '../../domain/turn-memory.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { ownersTimeMs, type SettlePorts, settleTurns, traceOf } from './settle-turn.ts';
import { isStaleWake } from './wake-record.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** More than the clocks of two functions differ by. */
const slackMs = minuteMs;

type Stored = Conversation<FlowState>;

/**
 * Finds the committed turn of a message that was delivered before, and settles it if that is pending; null if there is
 * none.
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
  // The process that committed it a moment ago is settling it.
  if (isPending && turn.committedAtMs < gateway.nowMs() - ownersTimeMs)
    await settleTurns(gateway, conversation, turnId);
  return turn;
}

/** @throws DedupConflict when it is of another body */
export function sameBody(turn: CommittedTurn, { claim }: TurnRecord): CommittedTurn {
  if (turn.claim?.fingerprint !== claim?.fingerprint) throw new DedupConflict();
  return turn;
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
  { turnLog }: { readonly turnLog: Pick<Gateway['turnLog'], 'read'> },
  { tenantId, conversationId }: Stored,
  afterId: string | null,
  as: 'now' | 'lately',
): AsyncGenerator<readonly CommittedTurn[]> {
  for (let after = afterId; ; ) {
    const turns = await turnLog.read(tenantId, conversationId, after, limits.pollMessages, as);
    const last = turns.at(-1);
    if (!last) return;
    yield turns;
    after = logKeyOf(last);
  }
}

type Ports = Pick<Gateway, 'turnLog' | 'log' | 'metrics' | 'nowMs'>;

/** Whether a queued record needs nothing more: its turn has ended, or its wake-up is too late. */
export async function isOver(gateway: Ports, conversation: Stored, record: TurnRecord): Promise<boolean> {
  if (isStaleWake(conversation, record) || remembersTurn(conversation, record.turnId)) return true;
  const { triedSinceMs } = record;
  return triedSinceMs !== undefined && wasServed(gateway, conversation, { ...record, triedSinceMs });
}

/**
 * Whether the turn of a message that was possibly queued before is over: run or given up, and forgotten by its
 * conversation. The log shows that. A message first tried before the log's retention is unknown and isn't run,
 * since running twice would be worse.
 * @see docs/decisions/webhook-ingress.md
 */
async function wasServed(
  gateway: Ports,
  conversation: Stored,
  { triedSinceMs, turnId, message, retentionDays }: TurnRecord & { readonly triedSinceMs: number },
): Promise<boolean> {
  if (triedSinceMs <= gateway.nowMs() - retentionDays * dayMs) {
    const { tenantId, channel } = message;
    const fields = { ...traceOf(message), turnId };
    gateway.log.warn('a message first tried before the log begins is dropped: it may have run', fields);
    gateway.metrics.count('MessagesGivenUp', { tenantId, channel });
    return true;
  }
  const since = leastIdAt(triedSinceMs - slackMs);
  return (await findLogged(gateway, conversation, turnId, since, 'now')) !== null;
}
