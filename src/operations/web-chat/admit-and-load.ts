import type { Caller } from '../../channels/webchat-http/verify.ts';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import {
  DedupConflict,
  RateLimitExceeded,
  requestInProgress,
  StaleConfigurationError,
} from '../../domain/errors.ts';
import { latestUse, remembersTurn } from '../../domain/turn-memory.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Answer } from '../../ports/http-client.ts';
import type { Admission, AdmissionRequest, Taken } from '../../ports/turns.ts';
import type { Gateway } from '../gateway.ts';
import { findTurn, sameBody } from '../turn/find-turn.ts';
import { answerForRepeats, markAnotherSettled, type SettlePorts } from '../turn/settle-turn.ts';

/** An admitted message's place in its session's window. */
export interface AdmittedPlace {
  readonly request: AdmissionRequest;
  readonly atMs: number;
  /** The address that it is counted by. */
  readonly address: string | null;
  /** Whether no other message of the session is known, or none of the last day. */
  readonly firstOfSession: boolean;
  /** Whether the session counts as new: others may be in progress, but none was admitted. */
  readonly isNewSession: boolean;
  /** Whether its conversation is the session's home, where responses are found. */
  readonly isHome: boolean;
  /** Messages that the session has left in its minute, and when it has one more. */
  readonly left: number;
  readonly freeAtMs: number;
}

type Admitted =
  | { readonly replay: Answer }
  | {
      readonly conversation: Conversation<FlowState> | null;
      readonly place: AdmittedPlace;
      /** Another one than the record's where its key was used before and is forgotten. */
      readonly turnId: string;
    };

type Ports = SettlePorts & Pick<Gateway, 'directory' | 'admissions' | 'allowance'>;

/** The admitted visitor, the hashed session that their messages count for, and the address if its limit applies. */
type AdmittedCaller = Caller & { readonly session: string; readonly address: string | null };

/**
 * Lets a message in at most once: looks for an earlier answer, takes its place in the session's window together with
 * its claim and a token of its tenant's minute, and reads its conversation, all in one round trip; beside them, an earlier
 * conversation is marked as settled. Replays and refusals count against nobody.
 * @param cacheVersion the tenant's, when its caller was identified; null: whatever it is
 * @throws StaleConfigurationError when the conversation's read shows another cache version; then nothing has been taken
 * @throws DedupConflict, `request_in_progress`, RateLimitExceeded
 * @see design 2.3, 2.4, 5.2
 */
export async function admitAndLoad(
  gateway: Ports,
  caller: AdmittedCaller,
  record: TurnRecord,
  cacheVersion: string | null,
): Promise<Admitted> {
  const { admissions, allowance, conversations, directory } = gateway;
  const { tenantId, conversationId } = record.message;
  const { tenant, widget, session, address } = caller;
  const request: AdmissionRequest = {
    ...{ tenantId, widgetId: widget.id, sessionId: session, conversationId },
    limit: widget.session_limit_per_minute ?? limits.sessionMessagesPerMinute,
    ...(record.claim && { key: record.turnId }),
  };
  const limit = tenant.limit_per_minute ?? limits.tenantMessagesPerMinute;
  const another = gateway.settled.takeOther(conversationId);
  const marked = another && markAnotherSettled(gateway, another);
  // A known rejection costs no write.
  const limited = admissions.knownLimit(request);
  const full = limited ? null : allowance.knownRefusal(tenantId, limit, address);
  if (limited) {
    const refusal = new RateLimitExceeded('session', request.limit, limited.retryAtMs - gateway.nowMs());
    return replayOr(gateway, record, limited.home, refusal);
  }
  if (full) {
    const home = record.claim ? await admissions.homeOf(request) : conversationId;
    const refusal = new RateLimitExceeded(full.of ?? 'tenant', limit, full.retryAtMs - gateway.nowMs());
    return replayOr(gateway, record, home, refusal);
  }
  const claiming = { admitting: admissions.admit(request), taking: allowance.take(tenantId, limit, address) };
  let refused: Refusal;
  try {
    const [admission, allowed, found] = await Promise.all([
      claiming.admitting,
      claiming.taking,
      // For a new conversation, this shows that it doesn't exist; for every tenant, the cache version.
      conversations.findWithAnswer(tenantId, conversationId, record.claim?.key),
      marked,
    ]);
    if (cacheVersion !== null && directory.cacheVersionOf(tenantId) !== cacheVersion)
      throw new StaleConfigurationError();
    const earlier = await findEarlier(gateway, record, admission.home, found);
    const { replay, leftHome, hasWritten, turnId } = earlier;
    if (admission.outcome === 'admitted' && allowed.ok && !replay) {
      const { outcome: _, home, ...taken } = admission;
      if (leftHome !== undefined && taken.isAlone)
        await admissions.moveHome(request, leftHome, conversationId);
      const isNewSession = taken.firstOfSession || !hasWritten;
      const place = { request, ...taken, isHome: home === conversationId, isNewSession, address };
      return { conversation: found.conversation, place, turnId };
    }
    refused = { admission, allowed, replay };
  } catch (error) {
    await leavePlace(gateway, request, address, claiming);
    throw error;
  }
  await leavePlace(gateway, request, address, claiming);
  return (
    (await answerRefused(gateway, { request, limit }, record, refused)) ??
    admitAndLoad(gateway, caller, record, cacheVersion)
  );
}

/** Why a message was not admitted, or what it was answered before. */
interface Refusal {
  readonly admission: Admission;
  readonly allowed: Taken;
  readonly replay: Answer | null;
}

/**
 * The answer to a message that was answered before.
 * @returns null when the claim of an owner who died was taken back: the message may be admitted now
 * @throws RateLimitExceeded, `request_in_progress`
 */
async function answerRefused(
  gateway: Ports,
  { request, limit }: { readonly request: AdmissionRequest; readonly limit: number },
  record: TurnRecord,
  { admission, allowed, replay }: Refusal,
): Promise<{ readonly replay: Answer } | null> {
  const { admissions, nowMs } = gateway;
  if (replay) return { replay };
  if (admission.outcome === 'limited')
    throw new RateLimitExceeded('session', request.limit, admission.retryAtMs - nowMs());
  if (admission.outcome === 'admitted') {
    const { of = 'tenant', retryAtMs } = allowed.ok ? { retryAtMs: nowMs() } : allowed;
    throw new RateLimitExceeded(of, limit, retryAtMs - nowMs());
  }
  // The concurrent read may be slightly older.
  const since = await findEarlier(gateway, record, admission.home, await findNow(gateway, record));
  if (since.replay) return { replay: since.replay };
  if (admission.atMs + limits.idempotencyLeaseMs > nowMs()) throw requestInProgress();
  await admissions.release(request, admission.atMs);
  return null;
}

/** A flood is refused by what is known, and a repeat gets its answer. */
async function replayOr(
  gateway: Ports,
  record: TurnRecord,
  home: string,
  refusal: RateLimitExceeded,
): Promise<{ readonly replay: Answer }> {
  const { replay } = await findEarlier(gateway, record, home, await findNow(gateway, record));
  if (replay) return { replay };
  throw refusal;
}

/** Takes back what was got of session and tenant, so that a retry need not wait for the lease. */
async function leavePlace(
  { admissions, allowance, log }: Pick<Ports, 'admissions' | 'allowance' | 'log'>,
  request: AdmissionRequest,
  address: string | null,
  { admitting, taking }: { readonly admitting: Promise<Admission>; readonly taking: Promise<Taken> },
): Promise<void> {
  const { tenantId } = request;
  const [admission, allowed] = await Promise.allSettled([admitting, taking]);
  const left = await Promise.allSettled([
    admission.status === 'fulfilled' && admission.value.outcome === 'admitted'
      ? admissions.release(request, admission.value.atMs)
      : undefined,
    allowed.status === 'fulfilled' && allowed.value.ok ? allowance.giveBack(tenantId, address) : undefined,
  ]);
  for (const result of left)
    if (result.status === 'rejected') log.error('a claim is left to its lease', result.reason, { tenantId });
}

/** A conversation and, apart from it, what a repeat of a request gets. */
interface Found {
  readonly conversation: Conversation<FlowState> | null;
  readonly answer: Answer | null;
}

/** Both as they are at this moment. */
async function findNow(
  { conversations, turnLog }: Pick<Gateway, 'conversations' | 'turnLog'>,
  { claim, message }: TurnRecord,
): Promise<Found> {
  if (!claim) return { conversation: null, answer: null };
  const [answer, conversation] = await Promise.all([
    turnLog.findAnswer(claim.key),
    conversations.find(message.tenantId, message.conversationId),
  ]);
  return { answer, conversation };
}

/** The earlier response to a key, whether the session is known, and a home that no longer has the response. */
interface Earlier {
  readonly replay: Answer | null;
  /** Whether a turn of the session is known to be committed, in the message's conversation or at home. */
  readonly hasWritten: boolean;
  readonly leftHome?: string;
  /** The message's turn, if it runs. */
  readonly turnId: string;
}

/**
 * Finds the earlier response to the message's key: stored separately, or in the log of a turn that its
 * conversation or the session's home remembers. Only a message outside of its home costs a read.
 * @throws DedupConflict when the response was to another body
 * @throws TemporarilyUnavailableError when the log doesn't have the turn yet
 * @see docs/decisions/answers-in-the-log.md
 */
async function findEarlier(
  gateway: Pick<Gateway, 'conversations' | 'turnLog' | 'nowMs'>,
  record: TurnRecord,
  home: string,
  { answer, conversation }: Found,
): Promise<Earlier> {
  let { turnId } = record;
  if (answer && answer.fingerprint !== record.claim?.fingerprint) throw new DedupConflict();
  if (answer) return { replay: answer, hasWritten: true, turnId };
  const { tenantId, conversationId } = record.message;
  const isElsewhere = home !== conversationId;
  const asksHome = isElsewhere && (record.claim !== undefined || conversation === null);
  const atHome = asksHome ? await gateway.conversations.find(tenantId, home) : null;
  // A home may be a guess at another session's conversation; a guess of the message itself is refused by its owner's check.
  const hasWritten = conversation !== null || atHome?.sessionId === record.sessionId;
  if (!record.claim) return { replay: null, hasWritten, turnId };
  for (const candidate of [conversation, atHome]) {
    if (!candidate) continue;
    const { use, turn } = await findCommitted(gateway, candidate, record);
    if (turn) return { replay: answerForRepeats(turn), hasWritten: true, turnId };
    if (candidate === conversation) turnId = use.turnId;
  }
  const restedSinceMs = gateway.nowMs() - limits.idempotencyWindowMs;
  const isLeft = isElsewhere && (atHome === null || atHome.lastActivityMs <= restedSinceMs);
  return { replay: null, hasWritten, turnId, ...(isLeft && { leftHome: home }) };
}

/**
 * The turn of a message whose idempotency key was used before and is not forgotten; settled or not. `use` is the record as
 * it may be run.
 * @throws DedupConflict when the key was used with another body
 * @throws TemporarilyUnavailableError when the log does not show it yet
 * @see design 2.3
 */
async function findCommitted(
  gateway: Pick<Gateway, 'nowMs' | 'turnLog'>,
  conversation: Conversation<FlowState>,
  record: TurnRecord,
): Promise<{ readonly use: TurnRecord; readonly turn: CommittedTurn | null }> {
  const latest = latestUse(conversation, record.turnId);
  if (latest === undefined || !record.claim) return { use: record, turn: null };
  const use = await asNewUse(gateway, conversation, record, latest);
  if (!remembersTurn(conversation, use.turnId)) return { use, turn: null };
  return { use, turn: sameBody(await findTurn(gateway, conversation, use.turnId), record) };
}

/**
 * The record with an id of its own when its idempotency key was used before and is forgotten since, so that nobody
 * takes it for that turn.
 * @see design 2.3
 */
async function asNewUse(
  gateway: Pick<Gateway, 'turnLog' | 'nowMs'>,
  conversation: Conversation<FlowState>,
  record: TurnRecord,
  latest: string,
): Promise<TurnRecord> {
  const forgottenBeforeMs = gateway.nowMs() - limits.idempotencyWindowMs;
  const isForgotten =
    conversation.lastActivityMs <= forgottenBeforeMs ||
    (await findTurn(gateway, conversation, latest)).committedAtMs <= forgottenBeforeMs;
  if (!isForgotten) return { ...record, turnId: latest };
  const [, use = '0'] = latest.split('.');
  return { ...record, turnId: `${record.turnId}.${Number(use) + 1}` };
}
