import type { ProviderRequest } from '../../channels/channel.ts';
import { limits } from '../../contract/limits.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import { partId } from '../../domain/delivery-status.ts';
import { speaksOfTemplate } from '../../domain/template/speaks-of-template.ts';
import type { WrittenTo } from '../../ports/deliveries.ts';
import { afterFailure, holdAccount, recheckMs, refusedAtMs } from './after-failure.ts';
import type { DeliveryPorts, ReplyTask } from './delivery-ports.ts';
import { keepRecipient } from './keep-recipient.ts';
import { makeCall } from './make-call.ts';
import { buildReplySends, type Sends } from './read-account.ts';
import { recordFailed, recordSent } from './record-delivery.ts';
import { takeSlot } from './take-slot.ts';
import type { Wait } from './waits.ts';

type Ready = Extract<Sends, { known: unknown }>;

/** How long a call whose answer was lost may be confirmed by a status before it is made again. */
const confirmationMs = 30_000;
/** What a send and its records may take at worst. */
const sendTimeMs = limits.sendTimeoutMs + 5_000;
const nextInvocationMs = 1_000;

/** Sends one reply, which may take several calls. Null when it is done with: sent, or failed for good. */
export async function sendReply(gateway: DeliveryPorts, task: ReplyTask): Promise<Wait | null> {
  const { pending, cursor, account } = task;
  const { turn, reply } = pending;
  const begun = cursor.current.attempt?.replyId === reply.id ? cursor.current.attempt.part : 0;
  if (endOfLifeMs(turn) <= gateway.nowMs()) {
    await recordFailed(gateway, pending, { part: begun, parts: begun + 1 }, 'expired');
    return null;
  }
  const secrets = await gateway.sendingSecrets.read(turn.tenantId);
  const sends = await buildReplySends(gateway, account, pending, secrets);
  if ('held' in sends) return holdAccount(gateway, task, sends.held);
  if (sends.requests.length === 0) await recordFailed(gateway, pending, { part: 0, parts: 1 }, 'empty');
  for (const [part, request] of sends.requests.entries()) {
    if (part < begun) continue;
    const result = await sendPart(gateway, task, { ...sends, part, request });
    if (result === 'failed') return null;
    if (result !== 'sent') return result;
  }
  return null;
}

/** Until when a reply may leave: a day, and on the chat apps no longer than the user's window is open. */
function endOfLifeMs({ inbound, committedAtMs, channel }: CommittedTurn): number {
  const spokenAtMs = inbound && channel !== 'contactcenter' ? Date.parse(inbound.timestamp) : committedAtMs;
  return Math.min(spokenAtMs, committedAtMs) + limits.replyLifeMs;
}

async function sendPart(
  gateway: DeliveryPorts,
  task: ReplyTask,
  sends: Ready & { readonly part: number; readonly request: ProviderRequest },
): Promise<'sent' | 'failed' | Wait> {
  const { pending, cursor, account, invocation } = task;
  const lost = await lostAnswer(gateway, task, sends);
  if (lost) return lost;
  if (invocation.remainingMs() < sendTimeMs) {
    const untilMs = gateway.nowMs() + nextInvocationMs;
    return { untilMs, reason: 'out_of_time', isAccounts: false, leavesQueue: false };
  }
  return invocation.seat(account, async () => {
    const slot = await takeSlot(gateway, task, sends.known.account);
    if ('untilMs' in slot) return slot;
    const through = task.behind.at(-1)?.reply.seq ?? pending.reply.seq;
    await cursor.begin({ part: sends.part, startedAtMs: gateway.nowMs() }, pending.reply, through);
    const outcome = await callWithFreshSecrets(gateway, task, sends);
    if (outcome.outcome !== 'sent' && outcome.outcome !== 'failed') {
      return afterFailure(gateway, task, outcome, slot.after);
    }
    const place = { part: sends.part, parts: sends.requests.length };
    if (outcome.outcome === 'sent') {
      const { recipient } = outcome;
      const written = writtenTo(task);
      const unproven = recipient === undefined ? written : undefined;
      await recordSent(gateway, pending, { ...place, written: unproven }, outcome.providerMessageId);
      if (recipient !== undefined && written) await keepRecipient(gateway, pending.turn, written, recipient);
    } else {
      await recordFailed(gateway, pending, place, outcome.reason);
      if (speaksOfTemplate(outcome.reason)) await gateway.templates.noteStale(account);
    }
    if (slot.after) await gateway.pacing.unblock(account);
    return outcome.outcome;
  });
}

/** The number that a chat app's message was written to. */
function writtenTo({ pending: { turn }, account: { accountId } }: ReplyTask): WrittenTo | undefined {
  const phone = /^\d+$/.test(turn.to) ? turn.to : turn.phone?.replace(/\D/g, '');
  if (!phone || turn.channel === 'contactcenter') return undefined;
  const { committedAtMs: atMs, expiresAtS } = turn;
  const retentionDays = Math.round((expiresAtS - atMs / 1000) / (24 * 60 * 60));
  return { accountId, phone, atMs, retentionDays };
}

/** What became of a call that was made before and whose answer was lost; null when a call may be made. */
async function lostAnswer(
  gateway: DeliveryPorts,
  task: ReplyTask,
  { part, requests }: Ready & { readonly part: number },
): Promise<'sent' | Wait | null> {
  const { pending, cursor } = task;
  const { attempt, trouble } = cursor.current;
  const { turn, reply } = pending;
  const isOpen =
    attempt?.replyId === reply.id && attempt.part === part && attempt.startedAtMs !== refusedAtMs;
  if (!isOpen) return null;
  const said = await gateway.deliveries.findPart(turn.tenantId, partId(reply.id, part));
  if (said) {
    const place = { part, parts: requests.length, written: writtenTo(task) };
    await recordSent(gateway, pending, place, said.providerMessageId || null);
    return 'sent';
  }
  const nowMs = gateway.nowMs();
  const againAtMs = Math.max(attempt.startedAtMs + confirmationMs, trouble?.nextAtMs ?? 0);
  if (againAtMs <= nowMs) return null;
  const recheckAtMs = attempt.startedAtMs + recheckMs;
  const untilMs = recheckAtMs > nowMs ? recheckAtMs : againAtMs;
  return { untilMs, reason: trouble?.reason ?? 'no_answer', isAccounts: false, leavesQueue: false };
}

/** A token that is refused may have been replaced since it was read. */
async function callWithFreshSecrets(
  gateway: DeliveryPorts,
  { pending, account }: ReplyTask,
  { known, part, request }: Ready & { readonly part: number; readonly request: ProviderRequest },
) {
  const { channel } = known.account;
  const outcome = await makeCall(gateway, channel, pending, request);
  if (outcome.outcome !== 'held') return outcome;
  const secrets = await gateway.sendingSecrets.readAnew(account.tenantId);
  const sends = await buildReplySends(gateway, account, pending, secrets);
  const again = 'requests' in sends ? sends.requests[part] : undefined;
  const isSame = JSON.stringify(again?.headers) === JSON.stringify(request.headers);
  return again && !isSame ? makeCall(gateway, channel, pending, again) : outcome;
}
