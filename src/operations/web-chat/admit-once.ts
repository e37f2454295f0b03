import type { Caller } from '../../channels/webchat-http/verify.ts';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import type { Conversation } from '../../domain/conversation.ts';
import {
  DedupConflict,
  RateLimitExceeded,
  rateLimitHeaders,
  requestInProgress,
  StaleConfigurationError,
} from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Answer } from '../../ports/http-client.ts';
import type { AdmissionRequest, Refused } from '../../ports/turns.ts';
import type { Gateway } from '../gateway.ts';
import { findCommitted } from '../turn/committed-turn.ts';
import { answerTo } from '../turn/settle-turn.ts';

/** An admitted message's place in its session's window. */
export interface Entry {
  readonly request: AdmissionRequest;
  readonly stamp: number;
  /** The address that it is counted by. */
  readonly address: string | null;
  /** Whether no other message of the session is known, or none of the last day. */
  readonly firstOfSession: boolean;
  /** Whether the session counts as a new one: others may be in progress, but none was admitted. */
  readonly isNewSession: boolean;
  /** Whether its conversation is where its session's answers are looked for. */
  readonly isHome: boolean;
  /** Messages that the session has left in its minute, and when it has one more. */
  readonly left: number;
  readonly freeAtMs: number;
}

type Admitted =
  | { readonly replay: Answer }
  | { readonly conversation: Conversation<FlowState> | null; readonly entry: Entry };

type Ports = Pick<
  Gateway,
  'directory' | 'admissions' | 'allowance' | 'conversations' | 'turnLog' | 'nowMs' | 'log'
>;

/** The admitted visitor, the hashed session that their messages count for, and the address if its limit applies. */
type AdmittedCaller = Caller & { readonly session: string; readonly address: string | null };

/**
 * Lets a message in at most once: looks for an earlier answer, takes its place in the session's window together with
 * its claim and a token of its tenant's minute, and reads its conversation, all in one round trip. Replays and refusals
 * count against nobody.
 * @param stamp the tenant's, when its caller was identified; null: whatever it is
 * @throws StaleConfigurationError when the conversation's read shows another stamp; then nothing has been taken
 * @throws DedupConflict, `request_in_progress`, RateLimitExceeded
 * @see design 2.3, 2.4, 5.2
 */
export async function admitOnce(
  gateway: Ports,
  caller: AdmittedCaller,
  record: TurnRecord,
  stamp: string | null,
): Promise<Admitted> {
  const request = admissionRequest(caller, record);
  const { admissions, nowMs } = gateway;
  const limit = caller.tenant.limit_per_minute ?? limits.tenantMessagesPerMinute;
  const known = await knownRefusal(gateway, request, { limit, address: caller.address });
  if (known) {
    const { replay } = await findEarlier(gateway, record, known.home, await findNow(gateway, record));
    if (replay) return { replay };
    throw known.error;
  }
  const place = takePlace(gateway, request, { limit, address: caller.address });
  const { tenantId } = record.message;
  const orLeave = async (error: unknown): Promise<never> => {
    await place.leave();
    throw error;
  };
  const [admission, allowed, found] = await Promise.all([
    ...place.taken,
    // Of a new conversation it tells that there is none, and of every tenant whether anything was published.
    findBoth(gateway, record),
  ]).catch(orLeave);
  if (stamp !== null && gateway.directory.stampOf(tenantId) !== stamp) {
    await place.leave();
    throw new StaleConfigurationError();
  }
  const { replay, leftHome, hasWritten } = await findEarlier(gateway, record, admission.home, found).catch(
    orLeave,
  );
  if (admission.outcome === 'admitted' && allowed.ok && !replay) {
    const { outcome: _, home, ...taken } = admission;
    const { conversationId } = record.message;
    const isHome = home === conversationId;
    if (leftHome !== undefined && admission.isAlone)
      await admissions.moveHome(request, leftHome, conversationId).catch(orLeave);
    const isNewSession = taken.firstOfSession || !hasWritten;
    const entry = { request, ...taken, isHome, isNewSession, address: caller.address };
    return { conversation: found.conversation, entry };
  }
  await place.leave();
  if (replay) return { replay };
  if (admission.outcome === 'limited') {
    throw new RateLimitExceeded('session', request.limit, admission.retryAtMs - nowMs());
  }
  if (admission.outcome === 'claimed') {
    // What was read beside is of a moment ago.
    const since = await findEarlier(gateway, record, admission.home, await findNow(gateway, record));
    if (since.replay) return { replay: since.replay };
    if (admission.stamp + limits.idempotencyLeaseMs > nowMs()) throw requestInProgress();
    // Its owner died: take the claim over.
    await admissions.release(request, admission.stamp);
    return admitOnce(gateway, caller, record, stamp);
  }
  throw tenantRefusal(gateway, limit, allowed.ok ? { retryAtMs: nowMs() } : allowed);
}

/** A conversation and, apart from it, what a repeat of a request gets. */
interface Found {
  readonly conversation: Conversation<FlowState> | null;
  readonly answer: Answer | null;
}

/** Both in one call: the answer as it was a moment ago. */
async function findBoth(
  { conversations }: Pick<Gateway, 'conversations'>,
  { claim, message }: TurnRecord,
): Promise<Found> {
  const { tenantId, conversationId } = message;
  if (claim) return conversations.findWithAnswer(tenantId, conversationId, claim.key);
  return { conversation: await conversations.find(tenantId, conversationId), answer: null };
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

/** What a key was answered before, whether its session has ever been heard, and a home of it that holds no answer any more. */
interface Earlier {
  readonly replay: Answer | null;
  /** Whether a turn of the session is known to be committed: where the message belongs, or at home. */
  readonly hasWritten: boolean;
  readonly leftHome?: string;
}

/**
 * What the message's key was answered before: apart, or by a turn that its conversation remembers, or its session's home
 * does, where answers are left to the log. Only a message outside of its home costs a read.
 * @throws DedupConflict when the answer was given to another body
 * @throws TemporarilyUnavailableError when the log does not show the turn yet
 * @see docs/decisions/answers-in-the-log.md
 */
async function findEarlier(
  gateway: Pick<Gateway, 'conversations' | 'turnLog' | 'nowMs'>,
  record: TurnRecord,
  home: string,
  { answer, conversation }: Found,
): Promise<Earlier> {
  if (answer) return { replay: sameBody(answer, record), hasWritten: true };
  const { tenantId, conversationId } = record.message;
  const isElsewhere = home !== conversationId;
  const asksHome = isElsewhere && (record.claim !== undefined || conversation === null);
  const atHome = asksHome ? await gateway.conversations.find(tenantId, home) : null;
  // A home may be a guess at another session's conversation; a guess of the message itself is refused by its owner's check.
  const hasWritten = conversation !== null || atHome?.sessionId === record.sessionId;
  if (!record.claim) return { replay: null, hasWritten };
  for (const place of [conversation, atHome]) {
    const turn = place && (await findCommitted(gateway, place, record));
    if (turn) return { replay: answerTo(turn), hasWritten: true };
  }
  const restedSinceMs = gateway.nowMs() - limits.idempotencyWindowMs;
  const isLeft = isElsewhere && (atHome === null || atHome.lastActivityMs <= restedSinceMs);
  return { replay: null, hasWritten, ...(isLeft && { leftHome: home }) };
}

/** @throws DedupConflict when the answer was given to another body */
function sameBody(answer: Answer, { claim }: TurnRecord): Answer {
  if (answer.fingerprint !== claim?.fingerprint) throw new DedupConflict();
  return answer;
}

/** What this process knows already costs no write: a flood is refused by it, and a repeat gets its answer. */
async function knownRefusal(
  { admissions, allowance, nowMs }: Pick<Ports, 'admissions' | 'allowance' | 'nowMs'>,
  request: AdmissionRequest,
  { limit, address }: OfTenant,
): Promise<{ readonly home: string; readonly error: RateLimitExceeded } | null> {
  const session = admissions.knownLimit(request);
  if (session) {
    const error = new RateLimitExceeded('session', request.limit, session.retryAtMs - nowMs());
    return { home: session.home, error };
  }
  const tenant = allowance.knownRefusal(request.tenantId, limit, address);
  if (!tenant) return null;
  const home = request.key === undefined ? request.conversationId : await admissions.homeOf(request);
  return { home, error: tenantRefusal({ nowMs }, limit, tenant) };
}

function tenantRefusal(
  { nowMs }: Pick<Ports, 'nowMs'>,
  limit: number,
  { retryAtMs, of }: Omit<Refused, 'ok'>,
): RateLimitExceeded {
  return new RateLimitExceeded(of ?? 'tenant', limit, retryAtMs - nowMs());
}

/** The rate limit headers for the session's client. @see design 2.4 */
export function whatIsLeft(
  { request: { limit }, left, freeAtMs }: Entry,
  nowMs: number,
): Record<string, string> {
  const seconds = Math.max(1, Math.ceil((freeAtMs - nowMs) / 1000));
  return rateLimitHeaders('session', { limit, left, seconds });
}

function admissionRequest({ widget, session }: AdmittedCaller, { message, claim, turnId }: TurnRecord) {
  return {
    tenantId: message.tenantId,
    widgetId: widget.id,
    sessionId: session,
    conversationId: message.conversationId,
    limit: widget.session_limit_per_minute ?? limits.sessionMessagesPerMinute,
    ...(claim && { key: turnId }),
  };
}

/** Messages that the tenant may take in a minute, and the address that has a share of them. */
interface OfTenant {
  readonly limit: number;
  readonly address: string | null;
}

/** Asks session and tenant at once; `leave` takes back what was got, so that a retry need not wait for the lease. */
function takePlace({ admissions, allowance, log }: Ports, request: AdmissionRequest, of: OfTenant) {
  const { tenantId } = request;
  const { limit, address } = of;
  const admitting = admissions.admit(request);
  const taking = allowance.take(tenantId, limit, address);
  const leave = async () => {
    const [admission, allowed] = await Promise.allSettled([admitting, taking]);
    const left = await Promise.allSettled([
      admission.status === 'fulfilled' && admission.value.outcome === 'admitted'
        ? admissions.release(request, admission.value.stamp)
        : undefined,
      allowed.status === 'fulfilled' && allowed.value.ok ? allowance.giveBack(tenantId, address) : undefined,
    ]);
    for (const result of left)
      if (result.status === 'rejected')
        log.error('a claim is left to its lease', result.reason, { tenantId });
  };
  return { taken: [admitting, taking] as const, leave };
}
