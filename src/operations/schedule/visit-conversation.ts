import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import { besideTurn } from '../../domain/beside-turn.ts';
import { type Conversation, notOverdue, requeuedTurn } from '../../domain/conversation.ts';
import { dueAtOf, wakeOf } from '../../domain/due-time.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';
import { visitHandoff } from '../handoff/visit-handoff.ts';
import { announceByEmail } from '../mail/announce-by-email.ts';
import { endLongIdle, isLongIdle } from '../turn/end-run.ts';
import type { TurnPorts } from '../turn/run-turn.ts';
import { settleTurns, unawaited } from '../turn/settle-turn.ts';
import { dueWake } from '../turn/wake-record.ts';

/** What a visit uses. */
export type VisitPorts = TurnPorts &
  Parameters<typeof visitHandoff>[0] &
  Pick<Gateway, 'continuations' | 'mailQueue' | 'queue'>;

type Stored = Conversation<FlowState>;
type Did = 'settled' | 'requeued' | 'woken' | 'expired' | 'reclaimed' | 'unsnoozed';

/**
 * One visit: settles what has been pending for five minutes, puts an acknowledged turn that got lost on the queue again,
 * continues a due flow, handles handoff timeouts, closes the conversation when it is idle, and sets the next due time.
 * @throws VersionConflictError when the conversation has been written meanwhile
 * @see design 5.5
 */
export async function visitConversation(
  gateway: VisitPorts,
  { tenantId, conversationId }: ConversationName,
): Promise<readonly Did[]> {
  const stored = await gateway.conversations.find(tenantId, conversationId);
  if (!stored) return [];
  const did: Did[] = [];
  const outbox = await settlePending(gateway, stored, did);
  const waiting = notOverdue(stored.waiting, gateway.nowMs());
  const openTurn = await requeueLost(gateway, stored, did);
  const current = { ...stored, outbox, waiting, openTurn };
  const nowMs = gateway.nowMs();
  // With everyone else's timing: waiting messages expire slightly earlier here.
  const resting = { ...current, waiting: stored.waiting };
  if (outbox.length === 0 && isLongIdle(resting, nowMs)) {
    await endLongIdle(gateway, { ...resting, waiting: [] }).catch(async (error) => {
      await putOff(gateway, stored, nowMs);
      throw error;
    });
    return [...did, 'expired'];
  }
  const ofHandoff = await visitHandoff(gateway, current);
  // Its write has set a new due time.
  if (typeof ofHandoff === 'string') return [...did, ofHandoff];
  if (await wakeUp(gateway, current)) did.push('woken');
  const mailed = await announceByEmail(gateway, current);
  const { requeued } = openTurn ?? {};
  const visited = besideTurn(stored, {
    ...{ outbox, waiting },
    ...mailed,
    ...(requeued && { openTurn: { requeued } }),
    // Postponed repeatedly while the tenant is suspended.
    dueAtMs: ofHandoff ? nowMs + limits.suspendedPauseMs : nextDueAt({ ...current, ...mailed }, nowMs),
  });
  await gateway.conversations.save(ofHandoff ? { ...visited, handoff: ofHandoff } : visited);
  return did;
}

/**
 * Puts a due wake-up on the conversation's queue, after earlier messages. It is sent again until it has run: a
 * second record detects that. A newer message replaces it.
 */
async function wakeUp(gateway: VisitPorts, stored: Stored): Promise<boolean> {
  const wake = dueWake(stored, gateway);
  if (!wake || stored.waiting.length > 0 || stored.openTurn?.queued) return false;
  // A suspended tenant's wake waits.
  const tenant = await gateway.directory.findTenant(stored.tenantId);
  if (tenant?.status !== 'active') return false;
  const queue = stored.channel === 'webchat' ? gateway.continuations : gateway.queue;
  await queue.send(wake, `${wake.turnId}:${gateway.nowMs()}`);
  return true;
}

/** @returns what is pending still: what is younger belongs to who committed it */
async function settlePending(gateway: VisitPorts, stored: Stored, did: Did[]): Promise<Stored['outbox']> {
  const nowMs = gateway.nowMs();
  const pending = stored.outbox.filter(({ turnId }) => !gateway.settled.has(turnId));
  const old = pending.filter(({ committedAtMs }) => committedAtMs <= nowMs - limits.settleAfterMs);
  if (old.length === 0) return pending;
  did.push('settled');
  const settled = await settleTurns(gateway, { ...stored, outbox: old }, null, unawaited);
  return settled === 'whole' ? pending.filter((turn) => !old.includes(turn)) : pending;
}

/** The record may have been lost between the write and the queue; a second one does no harm. */
async function requeueLost(gateway: VisitPorts, stored: Stored, did: Did[]): Promise<Stored['openTurn']> {
  const lost = stored.openTurn && requeuedTurn(stored.openTurn, gateway.nowMs());
  if (!lost) return stored.openTurn;
  // A suspended tenant's turn waits: on the queue it would only fail.
  const tenant = await gateway.directory.findTenant(stored.tenantId);
  if (tenant?.status !== 'active') return stored.openTurn;
  did.push('requeued');
  await gateway.continuations.send(sentAgain(lost.record), `${lost.record.turnId}:${lost.requeued.times}`);
  return lost;
}

/** If its first record has run and the conversation has forgotten it, the log shows that. */
function sentAgain(record: TurnRecord): TurnRecord {
  if (record.kind === 'wake') return record;
  const { triedSinceMs = Date.parse(record.message.receivedAt) } = record;
  return { ...record, triedSinceMs };
}

/** Whatever is due later must not stand behind it while the bus is out. */
async function putOff({ conversations, log }: VisitPorts, stored: Stored, nowMs: number): Promise<void> {
  const { tenantId, conversationId, outbox } = stored;
  try {
    await conversations.markSettled(stored, { outbox, dueAtMs: nowMs + limits.requeueAfterMs });
  } catch (error) {
    log.error('a visit is not put off', error, { tenantId, conversationId });
  }
}

/** Never at once: what could not be done now is tried again in a while. */
function nextDueAt(stored: Stored, nowMs: number): number | null {
  const at = dueAtOf(stored, nowMs);
  if (at === null) return null;
  // A flow that is due in a moment continues at its time.
  const wakeAtMs = (stored.state && wakeOf(stored.state)?.atMs) ?? null;
  if (at > nowMs && at === wakeAtMs) return at;
  const isSent = wakeAtMs !== null && wakeAtMs <= nowMs;
  return Math.max(at, nowMs + (isSent ? limits.settleAfterMs : limits.requeueAfterMs));
}
