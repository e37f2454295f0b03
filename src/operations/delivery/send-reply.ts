import type { ProviderRequest, SendOutcome } from '../../channels/channel.ts';
import { channels } from '../../channels/registry.ts';
import { isWhatsApp } from '../../contract/channels.ts';
import type { ChannelAccount } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import { partId } from '../../domain/delivery-status.ts';
import { HttpClientError, type HttpClientErrorCode } from '../../domain/errors.ts';
import { AccountIncompleteError } from '../../domain/problems.ts';
import { speaksOfTemplate } from '../../domain/template/fill-template.ts';
import { accountSecrets } from '../../domain/tenant-folder.ts';
import type { AccountBlock, AccountRef, SendPermit, WrittenTo } from '../../ports/deliveries.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import { withFiles } from '../files/read-address.ts';
import type { Gateway } from '../gateway.ts';
import { traceOf } from '../turn/settle-turn.ts';
import { afterFailure, type FailurePorts, holdAccount, recheckMs, refusedAtMs } from './after-failure.ts';
import { keepRecipient, type RecordPorts, recordFailed, recordSent } from './record-delivery.ts';
import type { PendingReply, ReplyTask, Wait } from './reply-task.ts';

type BuildPorts = Pick<Gateway, 'directory' | 'files' | 'addresses' | 'nowMs' | 'sendingSecrets'>;
type CallPorts = Pick<Gateway, 'http' | 'log' | 'metrics' | 'nowMs'>;
type PacePorts = Pick<Gateway, 'pacing' | 'nowMs' | 'pause'>;
/** What sending a reply uses: what its steps do. */
export type SendPorts = BuildPorts &
  CallPorts &
  PacePorts &
  RecordPorts &
  FailurePorts &
  Pick<Gateway, 'people' | 'templates'>;
type Ready = Extract<Sends, { known: unknown }>;

/** How long a call without a response may be confirmed by a status before it is repeated. */
const confirmationMs = 30_000;
/** The maximum time of a send and its records. */
const sendTimeMs = limits.sendTimeoutMs + 5_000;
const nextInvocationMs = 1_000;

/** Sends one reply, which may take several calls. Null when it is done with: sent, or failed for good. */
export async function sendReply(gateway: SendPorts, task: ReplyTask): Promise<Wait | null> {
  const { pending, cursor, account } = task;
  const { turn, reply } = pending;
  const begun = cursor.current.attempt?.replyId === reply.id ? cursor.current.attempt.part : 0;
  if (endOfLifeMs(turn) <= gateway.nowMs()) {
    await recordFailed(gateway, pending, { part: begun, parts: begun + 1 }, 'expired');
    return null;
  }
  const sends = await buildReplySends(gateway, account, pending, 'read');
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
  const inboundAtMs = inbound && isWhatsApp(channel) ? Date.parse(inbound.timestamp) : committedAtMs;
  return Math.min(inboundAtMs, committedAtMs) + limits.replyLifeMs;
}

async function sendPart(
  gateway: SendPorts,
  task: ReplyTask,
  sends: Ready & { readonly part: number; readonly request: ProviderRequest },
): Promise<'sent' | 'failed' | Wait> {
  const { pending, cursor, account, invocation } = task;
  const lost = await lostAnswer(gateway, task, sends);
  if (lost) return lost;
  const nowMs = gateway.nowMs();
  if (invocation.untilMs - nowMs < sendTimeMs) {
    const untilMs = nowMs + nextInvocationMs;
    return { untilMs, reason: 'out_of_time', isAccounts: false, leavesQueue: false };
  }
  const permission = await awaitPace(gateway, task, sends.known.account);
  if ('untilMs' in permission) return permission;
  const through = task.behind.at(-1)?.reply.seq ?? pending.reply.seq;
  await cursor.begin({ part: sends.part, startedAtMs: gateway.nowMs() }, pending.reply, through);
  const outcome = await callWithFreshSecrets(gateway, task, sends);
  if (outcome.outcome !== 'sent' && outcome.outcome !== 'failed') {
    return afterFailure(gateway, task, outcome, permission.after);
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
  if (permission.after) await gateway.pacing.unblock(account);
  return outcome.outcome;
}

/** Longer waits happen in the queue: a sleeping sender costs money, and its time runs out. */
const longestPauseMs = 2_000;
/** A reserved send that is missed by more belongs to another sender by now. */
const reservationGraceMs = 5_000;
const askAgainMs = 1_000;
const longestFurtherMs = 1_000;

/** Leave to make the next call. `after` is the block that has just run out: the call tries whether it is over. */
interface Permission {
  readonly after: AccountBlock | null;
}

/**
 * Waits for the account's next free moment, if it is near.
 * @returns why the call must wait instead: the account is blocked or busy
 */
async function awaitPace(
  gateway: PacePorts,
  task: ReplyTask,
  settings: ChannelAccount,
): Promise<Permission | Wait> {
  const { cursor, account, behind, moments } = task;
  const further = moments.shift() ?? 0;
  const reservedMs = cursor.current.slotAtMs ?? 0;
  let atMs = 0;
  let after: AccountBlock | null = null;
  if (isNow(further, gateway.nowMs())) {
    gateway.pacing.noteBegun(account);
    atMs = further;
  } else if (isNow(reservedMs, gateway.nowMs()) && !(await gateway.pacing.findBlock(account))) {
    atMs = reservedMs;
  } else {
    const perSecond = settings.sends_per_second ?? limits.sendsPerSecond;
    const pace = { perSecond, withinMs: limits.queuedReplyWaitMs };
    // With the one behind it, if its moment is near: what isn't used is lost to the account.
    const sends = behind.length > 0 && 1000 / perSecond <= longestFurtherMs ? 2 : 1;
    const permit = await gateway.pacing.reserve(account, pace, sends);
    if (permit.permit !== 'granted') return waitFor(permit, gateway.nowMs());
    moments.splice(0, moments.length, ...permit.furtherAtMs);
    ({ atMs, after } = permit);
  }
  const waitMs = atMs - gateway.nowMs();
  if (waitMs > longestPauseMs) {
    await cursor.save({ slotAtMs: atMs });
    return { untilMs: atMs, reason: 'pace', isAccounts: true, leavesQueue: false };
  }
  if (waitMs > 0) await gateway.pause(waitMs);
  return { after };
}

function isNow(atMs: number, nowMs: number): boolean {
  return atMs <= nowMs + longestPauseMs && atMs >= nowMs - reservationGraceMs;
}

function waitFor(permit: Exclude<SendPermit, { permit: 'granted' }>, nowMs: number): Wait {
  if (permit.permit === 'crowded') {
    const untilMs = nowMs + limits.queuedReplyWaitMs;
    return { untilMs, reason: 'pace', isAccounts: true, leavesQueue: true };
  }
  const { block, isProbed } = permit;
  // The probe may finish long before its timeout.
  const untilMs = isProbed ? nowMs + askAgainMs : block.untilMs;
  return { untilMs, reason: block.reason, isAccounts: true, leavesQueue: block.held };
}

/** The number that a chat app's message was written to. */
function writtenTo({ pending: { turn }, account: { accountId } }: ReplyTask): WrittenTo | undefined {
  const phone = /^\d+$/.test(turn.to) ? turn.to : turn.phone?.replace(/\D/g, '');
  if (!phone || !isWhatsApp(turn.channel)) return undefined;
  const { committedAtMs: atMs, expiresAtS } = turn;
  const retentionDays = Math.round((expiresAtS - atMs / 1000) / (24 * 60 * 60));
  return { accountId, phone, atMs, retentionDays };
}

/** The outcome of an earlier call without a response; null if a new call may be made. */
async function lostAnswer(
  gateway: RecordPorts,
  task: ReplyTask,
  { part, requests }: Ready & { readonly part: number },
): Promise<'sent' | Wait | null> {
  const { pending, cursor } = task;
  const { attempt, trouble } = cursor.current;
  const { turn, reply } = pending;
  const isOpen =
    attempt?.replyId === reply.id && attempt.part === part && attempt.startedAtMs !== refusedAtMs;
  if (!isOpen) return null;
  const reported = await gateway.deliveries.findPart(turn.tenantId, partId(reply.id, part));
  if (reported) {
    const place = { part, parts: requests.length, written: writtenTo(task) };
    await recordSent(gateway, pending, place, reported.providerMessageId || null);
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
  gateway: BuildPorts & CallPorts,
  { pending, account }: ReplyTask,
  { known, part, request }: Ready & { readonly part: number; readonly request: ProviderRequest },
) {
  const { channel } = known.account;
  const outcome = await makeCall(gateway, channel, pending, request);
  if (outcome.outcome !== 'held') return outcome;
  const sends = await buildReplySends(gateway, account, pending, 'reload');
  const again = 'requests' in sends ? sends.requests[part] : undefined;
  const isSame = JSON.stringify(again?.headers) === JSON.stringify(request.headers);
  return again && !isSame ? makeCall(gateway, channel, pending, again) : outcome;
}

/** The calls that send a reply through its account, or why none can be made until it is fixed. */
type Sends =
  | { readonly known: KnownAccount; readonly requests: readonly ProviderRequest[] }
  | { readonly held: string };

/**
 * Reads the account that a reply leaves through and builds the calls.
 * @param how the tenant's secrets are read
 */
async function buildReplySends(
  gateway: BuildPorts,
  { tenantId, channel, accountId }: AccountRef,
  { turn, reply }: PendingReply,
  how: 'read' | 'reload',
): Promise<Sends> {
  const [secrets, tenant, account] = await Promise.all([
    gateway.sendingSecrets[how](tenantId),
    gateway.directory.findTenant(tenantId),
    gateway.directory.findAccount(tenantId, channel, accountId),
  ]);
  if (!tenant || !account) return { held: 'account_missing' };
  if (tenant.status === 'suspended') return { held: 'tenant_suspended' };
  // Signed at each try: a reply that was held for a day must not carry an address that is dead.
  const [shown = reply] = await withFiles(gateway, tenantId, [reply], limits.providerAddressS);
  const known = { tenant, account, secrets: accountSecrets(account, secrets) };
  const outbound = {
    to: turn.to,
    reply: shown,
    sequence: reply.seq,
    ...(turn.phone && { phone: turn.phone }),
  };
  try {
    return { known, requests: channels[account.channel].buildSends(known, outbound) };
  } catch (error) {
    if (error instanceof AccountIncompleteError) return { held: 'account_incomplete' };
    throw error;
  }
}

type Failure = Exclude<SendOutcome, { outcome: 'sent' | 'failed' }>;

const refusedAddress: Failure = { outcome: 'held', reason: 'base_url_refused' };
const lost = (reason: string): Failure => ({ outcome: 'unconfirmed', reason });

/** What a failed call means for the message. */
const failures: Readonly<Record<HttpClientErrorCode, Failure>> = {
  url_refused: refusedAddress,
  address_refused: refusedAddress,
  not_connected: { outcome: 'retry', concerns: 'account', afterMs: null, reason: 'not_connected' },
  timeout: lost('no_answer_in_time'),
  aborted: lost('no_answer_in_time'),
  network_failure: lost('connection_lost'),
  too_many_redirects: lost('unreadable_answer'),
  response_too_large: lost('unreadable_answer'),
  encoding_refused: lost('unreadable_answer'),
  bad_answer: lost('unreadable_answer'),
};

/** Calls a provider's API and returns the outcome. */
async function makeCall(
  gateway: CallPorts,
  channel: ChannelAccount['channel'],
  { turn, reply }: PendingReply,
  request: ProviderRequest,
): Promise<SendOutcome> {
  const startedAtMs = gateway.nowMs();
  const outcome = await callProvider(gateway, channel, request);
  const dimensions = { tenantId: turn.tenantId, channel };
  gateway.metrics.time('SendMs', dimensions, gateway.nowMs() - startedAtMs);
  if (outcome.outcome === 'retry' || outcome.outcome === 'unconfirmed') {
    gateway.metrics.count('RepliesRetried', dimensions);
    const message =
      outcome.outcome === 'retry' ? 'a provider asks to retry later' : 'a provider gave no answer';
    gateway.log.info(message, { ...traceOf(turn), replyId: reply.id, reason: outcome.reason });
  }
  return outcome;
}

/** Makes a call and returns the outcome, whatever its purpose. */
export async function callProvider(
  { http, nowMs }: Pick<CallPorts, 'http' | 'nowMs'>,
  channel: ChannelAccount['channel'],
  request: ProviderRequest,
): Promise<SendOutcome> {
  try {
    const answer = await http.send({ ...request, timeoutMs: limits.sendTimeoutMs, maxRedirects: 0 });
    return channels[channel].interpretAnswer(answer, nowMs());
  } catch (error) {
    if (error instanceof HttpClientError) return failures[error.code];
    throw error;
  }
}
