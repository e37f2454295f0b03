import { limits } from '../../contract/limits.ts';
import { RetryLaterError } from '../../domain/errors.ts';
import type { DeliveryCursor, WaitingPlace } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';
import { recordFailed } from './record-delivery.ts';
import {
  HeldCursor,
  type Invocation,
  logWaitMs,
  newCursor,
  pendingReplies,
  type ReplyTask,
  type Wait,
} from './reply-task.ts';
import { type SendPorts, sendReply } from './send-reply.ts';

/** What delivering uses besides sending. */
type QueuePorts = Pick<
  Gateway,
  'cursors' | 'waiting' | 'turnLog' | 'conversations' | 'log' | 'metrics' | 'nowMs'
>;

/** A conversation has something to send. */
export interface DeliveryRequest {
  readonly tenantId: string;
  readonly conversationId: string;
  /** The requested sequence number; null: it waited outside the queue and can continue. */
  readonly sequence: number | null;
  /** The reply that was announced, if one was. */
  readonly replyId: string | null;
  /** The time of the request. */
  readonly sinceMs: number;
}

/**
 * Sends the replies of a conversation up to the requested one, in log order and each once. The event only shows
 * that there is something to send. Log and cursor decide what, so events may be duplicate, late or out of order.
 * Long waits are left to the schedule, and the request is then done.
 * @throws RetryLaterError when it must wait a little: for the log, the account's rate, or the provider
 * @throws VersionConflictError when another process delivers for this conversation
 * @see design 5.3
 */
export async function deliverReplies(
  gateway: SendPorts & QueuePorts,
  request: DeliveryRequest,
  invocation: Invocation,
): Promise<void> {
  const { tenantId, conversationId } = request;
  const name = `${tenantId}#${conversationId}`;
  if (isDone(request, invocation.done.get(name))) return;
  const stored =
    (await gateway.cursors.find(tenantId, conversationId)) ?? newCursor(tenantId, conversationId);
  const waiting = stored.waiting ?? null;
  const upTo = Math.max(request.sequence ?? 0, waiting?.toSequence ?? 0);
  if (upTo <= stored.doneSequence) {
    // What came after what waited was sent with it.
    if (waiting) await new HeldCursor(gateway.cursors, stored).save({ waiting: null });
    return;
  }
  const mayGo = waiting === null || (request.sequence === null && waiting.dueAtMs <= gateway.nowMs());
  if (!mayGo) return joinWaiting(gateway, stored, waiting, upTo);
  const pending = await pendingReplies(gateway, stored, { sequence: upTo, replyId: request.replyId });
  if (!pending) return awaitLog(gateway, request);
  // Less than was asked for, if the log has lost it.
  const reached = Math.min(upTo, pending.at(-1)?.reply.seq ?? upTo);
  const cursor = new HeldCursor(gateway.cursors, stored);
  const moments: number[] = [];
  for (const [n, next] of pending.entries()) {
    cursor.outlive(next.turn);
    const { channel, accountId } = next.turn;
    const after = pending.slice(n + 1);
    if (accountId === undefined) await recordFailed(gateway, next, { part: 0, parts: 1 }, 'account_missing');
    else {
      const behind = after.filter(({ turn }) => turn.accountId === accountId && turn.channel === channel);
      const account = { tenantId, channel, accountId };
      const task = { pending: next, cursor, account, invocation, behind, moments };
      const wait = await sendReply(gateway, task);
      if (wait) return comeBack(gateway, task, wait, { upTo: reached, before: waiting });
    }
    cursor.done(next.reply, after[0]?.reply);
  }
  // Kept until here, since it says how far to send: a released record names no sequence, and may come back for the rate.
  if (waiting) cursor.note({ waiting: null });
  await cursor.finish();
  const { doneMessageId: replyId, doneSequence: sequence } = cursor.current;
  if (replyId !== null) invocation.done.set(name, { replyId, sequence });
}

/** Another event of the same batch has sent it. A restarted conversation has higher IDs. */
function isDone(
  { replyId, sequence }: DeliveryRequest,
  done: { replyId: string; sequence: number } | undefined,
) {
  if (!done || replyId === null || sequence === null) return false;
  return replyId <= done.replyId && sequence <= done.sequence;
}

/** Nothing overtakes what waits: it goes as far as the newest request once it goes. */
async function joinWaiting(
  gateway: Pick<QueuePorts, 'cursors' | 'waiting'>,
  stored: DeliveryCursor,
  waiting: WaitingPlace,
  toSequence: number,
): Promise<void> {
  const { tenantId } = stored;
  const cursor = new HeldCursor(gateway.cursors, stored);
  if (toSequence > waiting.toSequence) await cursor.save({ waiting: { ...waiting, toSequence } });
  // A crash may have prevented the account's entry.
  await gateway.waiting.join({ tenantId, ...waiting }, waiting.dueAtMs);
}

/**
 * The log does not have the reply. An event that requests a reply that no turn has committed isn't the gateway's, which
 * publishes after the commit: the conversation would have its position.
 * @throws RetryLaterError while the log may still come
 * @see handoff.md 2.3
 */
async function awaitLog(
  gateway: Pick<QueuePorts, 'conversations' | 'log' | 'metrics' | 'nowMs'>,
  { tenantId, conversationId, sequence, sinceMs }: DeliveryRequest,
): Promise<void> {
  const place = { tenantId, conversationId, sequence: sequence ?? 0 };
  const stored = await gateway.conversations.find(tenantId, conversationId);
  if (place.sequence > (stored?.lastSeq ?? 0)) return refuseForeign(gateway, place);
  const waitedMs = gateway.nowMs() - sinceMs;
  if (waitedMs < limits.replyLifeMs)
    throw new RetryLaterError('the reply is not in the log yet', logWaitMs(waitedMs));
  gateway.log.error('a reply was requested that no log holds', undefined, { tenantId, conversationId });
}

/** Counts a foreign event, logs where to send it instead, and finishes it. */
export function refuseForeign(
  { log, metrics }: Pick<QueuePorts, 'log' | 'metrics'>,
  about: Parameters<QueuePorts['log']['warn']>[1],
): void {
  metrics.count('OutboundForeign', {});
  log.warn(
    'an event that is not the gateway’s asks for a reply: systems answer by POST /v1/service/…',
    about,
  );
}

/** @throws RetryLaterError when the queue may hold it that long */
async function comeBack(
  gateway: Pick<QueuePorts, 'waiting' | 'log' | 'nowMs'>,
  { cursor, account, pending }: ReplyTask,
  wait: Wait,
  { upTo, before }: { readonly upTo: number; readonly before: WaitingPlace | null },
): Promise<void> {
  const nowMs = gateway.nowMs();
  const waitMs = wait.untilMs - nowMs;
  if (!wait.leavesQueue && waitMs <= limits.queuedReplyWaitMs) {
    await cursor.finish();
    throw new RetryLaterError(`a reply can not leave yet: ${wait.reason}`, Math.max(0, waitMs));
  }
  const { channel, accountId, tenantId } = account;
  // Conversations that wait for the account continue in order of arrival, however often they were tried.
  const dueAtMs = wait.isAccounts ? (before?.dueAtMs ?? nowMs) : wait.untilMs;
  const { trouble } = cursor.current;
  await cursor.save({
    waiting: { channel, accountId, dueAtMs, toSequence: Math.max(upTo, pending.reply.seq) },
    trouble: { tries: trouble?.tries ?? 0, reason: wait.reason, nextAtMs: wait.untilMs },
  });
  await gateway.waiting.join(account, wait.untilMs);
  const { conversationId } = pending.turn;
  gateway.log.info('a reply waits outside the queue', {
    tenantId,
    conversationId,
    reason: wait.reason,
    untilMs: wait.untilMs,
  });
}
