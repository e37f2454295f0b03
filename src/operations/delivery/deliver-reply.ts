import type { ProviderAnswer, ProviderRequest, SendOutcome } from '../../channels/channel.ts';
import { channels } from '../../channels/registry.ts';
import type { EventEnvelope } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import { accountSecrets } from '../../domain/account-secrets.ts';
import { AccountIncompleteError } from '../../domain/channel-errors.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import { partId } from '../../domain/delivery-status.ts';
import { RetryLaterError } from '../../domain/errors.ts';
import { followsOn } from '../../domain/follows-on.ts';
import type { KnownAccount } from '../../ports/channel-accounts.ts';
import type { DeliveryCursor } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';
import { traceOf } from '../turn/report-turn.ts';
import { type PendingReply, recordFailed, recordSent } from './record-delivery.ts';

const sendTimeoutMs = 10_000;
const notInLogYetMs = 1_000;
/** How long a call whose answer was lost may still be confirmed by a status before it is made again. */
const confirmationMs = 30_000;
const recheckMs = 3_000;
const sendsPerSecond = 20;
const sendsPerReceive = 3;
const shortRefusalMs = 2_000;
/** Marks an attempt that the provider has refused for now: it had no effect and may be made again. */
const refusedAtMs = 0;

/**
 * Sends the replies of a conversation up to the one requested, in the order of the log and each once. The event only
 * says that there is something to send: the log and the cursor decide what, so events may come twice, late or shuffled.
 * @throws RetryLaterError when the log is not that far, or the provider asks for patience
 * @see design 5.3
 */
export async function deliverReply(gateway: Gateway, event: EventEnvelope, sequence: number): Promise<void> {
  const { tenantId, conversationId } = event;
  let cursor =
    (await gateway.deliveries.findCursor(tenantId, conversationId)) ?? newCursor(tenantId, conversationId);
  if (sequence <= cursor.doneSequence) return;
  for (const pending of await pendingReplies(gateway, cursor, sequence)) {
    cursor = await deliverOne(gateway, cursor, pending);
  }
}

function newCursor(tenantId: string, conversationId: string): DeliveryCursor {
  return { tenantId, conversationId, version: 0, doneMessageId: null, doneSequence: 0, attempt: null };
}

/** @throws RetryLaterError when the log does not reach the sequence without a gap */
async function pendingReplies(
  gateway: Gateway,
  cursor: DeliveryCursor,
  sequence: number,
): Promise<PendingReply[]> {
  const pending: PendingReply[] = [];
  let reached = cursor.doneMessageId ?? '';
  for (;;) {
    const turns = await gateway.turnLog.read(
      cursor.tenantId,
      cursor.conversationId,
      reached || null,
      limits.pollMessages,
    );
    const [next] = turns;
    if (!next || !followsOn(next, reached, gateway.nowMs())) {
      throw new RetryLaterError('the reply is not in the log yet', notInLogYetMs);
    }
    for (const turn of turns) {
      if (!followsOn(turn, reached, gateway.nowMs())) break;
      for (const reply of turn.replies) {
        if (reply.seq > cursor.doneSequence && reply.seq <= sequence) pending.push({ turn, reply });
      }
      const last = turn.replies.at(-1) ?? turn.inbound;
      reached = last?.id ?? reached;
      if (last && last.seq >= sequence) return pending;
    }
  }
}

/** Sends one reply, which may take several calls; the cursor is moved before and after each. */
async function deliverOne(
  gateway: Gateway,
  before: DeliveryCursor,
  pending: PendingReply,
): Promise<DeliveryCursor> {
  const { turn, reply } = pending;
  const known = await knownAccount(gateway, turn);
  const active = known?.tenant.status !== 'suspended';
  const requests = known && active && buildSends(known, pending);
  if (!requests) {
    await recordFailed(gateway, pending, active ? 'account_incomplete' : 'tenant_suspended');
    return advanceCursor(gateway, before, {
      doneMessageId: reply.id,
      doneSequence: reply.seq,
      attempt: null,
    });
  }
  let cursor = before;
  for (const [part, request] of requests.entries()) {
    const attempt = cursor.attempt?.replyId === reply.id ? cursor.attempt : null;
    if (attempt && attempt.part > part) continue;
    // An attempt at an earlier part says nothing about this one.
    const begun = attempt?.part === part ? attempt : null;
    if (begun && (await wasConfirmed(gateway, turn.tenantId, partId(reply.id, part), begun.startedAtMs)))
      continue;
    cursor = await advanceCursor(gateway, cursor, {
      attempt: { replyId: reply.id, part, startedAtMs: gateway.nowMs() },
    });
    const result = await send(gateway, known, pending, request);
    if (result.outcome === 'retry') {
      await advanceCursor(gateway, cursor, {
        attempt: { replyId: reply.id, part, startedAtMs: refusedAtMs },
      });
      throw new RetryLaterError(`the provider asks for patience: ${result.reason}`, result.afterMs);
    }
    if (result.outcome === 'failed') {
      await recordFailed(gateway, pending, result.reason);
      break;
    }
    await recordSent(gateway, pending, result.providerMessageId);
  }
  return advanceCursor(gateway, cursor, { doneMessageId: reply.id, doneSequence: reply.seq, attempt: null });
}

async function advanceCursor(
  gateway: Gateway,
  cursor: DeliveryCursor,
  change: Partial<DeliveryCursor>,
): Promise<DeliveryCursor> {
  const next = { ...cursor, ...change, version: cursor.version + 1 };
  await gateway.deliveries.saveCursor(next);
  return next;
}

/**
 * Whether the provider has said that it sent a reply, or the part of it, whose call gave no answer.
 * @throws RetryLaterError while it may still say so
 */
async function wasConfirmed(
  gateway: Gateway,
  tenantId: string,
  sentId: string,
  startedAtMs: number,
): Promise<boolean> {
  if (startedAtMs === refusedAtMs) return false;
  if (await gateway.deliveries.find(tenantId, sentId)) return true;
  if (startedAtMs + confirmationMs <= gateway.nowMs()) return false;
  throw new RetryLaterError('it is not known yet whether the reply was sent', recheckMs);
}

async function knownAccount(gateway: Gateway, turn: CommittedTurn): Promise<KnownAccount | null> {
  const { tenantId, channel, accountId } = turn;
  const [tenant, account, known] = await Promise.all([
    gateway.directory.findTenant(tenantId),
    accountId === undefined ? null : gateway.directory.findAccount(tenantId, channel, accountId),
    gateway.secrets.read(tenantId),
  ]);
  return tenant && account && { tenant, account, secrets: accountSecrets(account, known) };
}

/** The calls that send a reply; null when the account lacks a setting for it. */
function buildSends(known: KnownAccount, { turn, reply }: PendingReply): readonly ProviderRequest[] | null {
  try {
    return channels[known.account.channel].buildSends(known, { to: turn.to, reply, sequence: reply.seq });
  } catch (error) {
    if (error instanceof AccountIncompleteError) return null;
    throw error;
  }
}

async function pace(gateway: Gateway, { tenant, account }: KnownAccount): Promise<void> {
  const atMs = await gateway.pacing.reserve(
    tenant.id,
    account.id,
    account.sends_per_second ?? sendsPerSecond,
  );
  const waitMs = atMs - gateway.nowMs();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** Sends in the account's pace, and again after a short refusal: each return to the queue costs one of its receives. */
async function send(
  gateway: Gateway,
  known: KnownAccount,
  pending: PendingReply,
  request: ProviderRequest,
): Promise<SendOutcome> {
  const { channel } = known.account;
  for (let attempt = 1; ; attempt += 1) {
    await pace(gateway, known);
    const answer = await call(gateway, pending, request);
    const result = channels[channel].interpretAnswer(answer, gateway.nowMs());
    if (result.outcome !== 'retry') return result;
    gateway.metrics.count('RepliesRetried', { tenantId: known.tenant.id, channel });
    gateway.log.info('a provider asks for patience', {
      ...traceOf(pending.turn),
      replyId: pending.reply.id,
      reason: result.reason,
    });
    if (attempt === sendsPerReceive || result.afterMs > shortRefusalMs) return result;
    await new Promise((resolve) => setTimeout(resolve, result.afterMs));
  }
}

/** @throws RetryLaterError when no answer came: the call may have had its effect */
async function call(
  gateway: Gateway,
  { turn, reply }: PendingReply,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const startedAtMs = gateway.nowMs();
  try {
    return await gateway.http.send({ ...request, timeoutMs: sendTimeoutMs });
  } catch (error) {
    gateway.log.warn('a provider gave no answer', {
      ...traceOf(turn),
      replyId: reply.id,
      reason: error instanceof Error ? error.name : 'unknown',
    });
    throw new RetryLaterError('the provider gave no answer', recheckMs);
  } finally {
    const { tenantId, channel } = turn;
    gateway.metrics.time('SendMs', { tenantId, channel }, gateway.nowMs() - startedAtMs);
  }
}
