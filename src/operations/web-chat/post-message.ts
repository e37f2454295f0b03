import type { VisitorClaims } from '../../channels/checks/visitor-token.ts';
import { webchatHttp } from '../../channels/webchat-http/channel.ts';
import type { WebchatItem } from '../../channels/webchat-http/normalize.ts';
import type { Caller, WebchatPart, WebchatRequest } from '../../channels/webchat-http/verify.ts';
import type { MessageUser } from '../../contract/canonical-message.ts';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import { EngineFailureError, isProblem, rateLimitHeaders, tooManyNewSessions } from '../../domain/errors.ts';
import { type IdKey, newMessageId } from '../../domain/message-ids.ts';
import { toWebchatResponse } from '../../domain/turn-effects.ts';
import type { Answer } from '../../ports/http-client.ts';
import { deriveId, fingerprintOf, randomId } from '../derive-id.ts';
import { claimFiles } from '../files/read-address.ts';
import type { Gateway } from '../gateway.ts';
import { runTurn, type TurnPorts } from '../turn/run-turn.ts';
import { type AdmittedPlace, admitAndLoad } from './admit-and-load.ts';
import { awaitTurn, type HandOverPorts, promiseAnswer, type WebchatAnswer } from './answer-turn.ts';
import { checkOwner, countedAddress, identifyVisitor, type Visitor } from './identify-visitor.ts';

type Ports = TurnPorts &
  HandOverPorts &
  Parameters<typeof admitAndLoad>[0] &
  Pick<Gateway, 'fileJobs' | 'files' | 'idKeys' | 'sessionAllowance'>;

/** The remaining time of the handler when the last step must end, so that the turn can still be committed. */
const commitTimeMs = 1_500;

/**
 * Takes a visitor's message and answers with the flow's replies, or with 202 when they take longer than 3 s.
 * @param skipVersionCheck whether the tenant's configuration is taken as this process has it, whatever the conversation's read shows
 * @throws GatewayError of the check that failed, in the order of design 2.2
 * @see spec "POST /v1/webchat/messages", design 2.1-2.5, 5.2
 */
export async function postWebchatMessage(
  gateway: Ports,
  request: WebchatRequest,
  { skipVersionCheck }: { readonly skipVersionCheck: boolean },
): Promise<WebchatAnswer> {
  const [part] = (await webchatHttp.verify(request, gateway)).parts;
  const { tenant, widget, form } = part;
  const caller = { tenant, widget };
  const [item] = webchatHttp.normalize(part);
  const { sent } = item;
  const { visitor, address, record } = await identifyAndRecord(gateway, part, item);
  const expected = skipVersionCheck ? null : part.cacheVersion;
  const admitting = { ...caller, session: visitor.session, address };
  const admitted = await admitAndLoad(gateway, admitting, record, expected);
  const dimensions = { tenantId: tenant.id, channel: 'webchat' };
  if ('replay' in admitted) {
    gateway.metrics.count('MessagesReceived', dimensions);
    gateway.metrics.count('MessagesDuplicate', dimensions);
    return replayOf(admitted.replay);
  }
  const { conversation, place, turnId } = admitted;
  const answerByMs = request.receivedAtMs + limits.slowReplyMs;
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), Math.max(0, answerByMs - gateway.nowMs()));
  try {
    if (sent.conversationId) await checkOwner(gateway, caller, visitor, conversation);
    const hasFiles = record.message.attachments.length > 0;
    const use = { ...(hasFiles ? await withClaimedFiles(gateway, visitor, record) : record), turnId };
    const addressCounted =
      place.isNewSession && address !== null ? countSession(gateway, caller, address) : null;
    // The first save, or the response, waits for it.
    addressCounted?.catch(() => undefined);
    const outcome = await runTurn(gateway, use, {
      from: 'request',
      conversation,
      answerStaysInLog: place.isHome,
      signal: slow.signal,
      callsEndByMs: answerByMs,
      deadlineMs: request.receivedAtMs + limits.handlerTimeoutMs - commitTimeMs,
      ...(addressCounted && { addressCounted }),
    });
    await addressCounted;
    const isHere = outcome.outcome === 'committed';
    const ended = isHere ? { committed: outcome.turn } : await awaitTurn(gateway, use, outcome, answerByMs);
    if (!sent.starts) gateway.metrics.count('MessagesReceived', dimensions);
    const answer: WebchatAnswer =
      'committed' in ended
        ? { status: 200, body: JSON.stringify(toWebchatResponse(ended.committed, form)), headers: {} }
        : await promiseAnswer(gateway, { record: use, form }, ended);
    const { limit } = place.request;
    const seconds = Math.max(1, Math.ceil((place.freeAtMs - gateway.nowMs()) / 1000));
    const left = rateLimitHeaders('session', { limit, left: place.left, seconds });
    return { ...answer, headers: { ...left, ...answer.headers } };
  } catch (error) {
    await releasePlace(gateway, place, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Counts a session's first message by its source address, beside the flow: nothing of the turn is stored before the count is
 * known, so that it costs one write and no round trip.
 * @param address its salted hash
 * @throws `too_many_new_sessions`
 * @see design 2.4
 */
async function countSession(
  { sessionAllowance, nowMs }: Pick<Gateway, 'sessionAllowance' | 'nowMs'>,
  { tenant, widget }: Caller,
  address: string,
): Promise<void> {
  const limit = widget.new_sessions_per_address ?? limits.newSessionsPerAddress;
  if (limit === 0) return;
  const taken = await sessionAllowance.take(`${tenant.id}#address#${address}`, limit);
  if (!taken.ok) throw tooManyNewSessions(limit, taken.retryAtMs - nowMs());
}

/**
 * Lets a retry of a failed message run at once. What failed by the visitor's own doing (the flow raised, a conversation
 * was guessed) keeps its place in the window, so that raising and guessing are limited too. Never throws: when the
 * release fails as well, the claim ends with its lease.
 * @see design 2.3, 2.4
 */
async function releasePlace(
  { admissions, allowance, log }: Pick<Gateway, 'admissions' | 'allowance' | 'log'>,
  { request, atMs, address, isHome, firstOfSession }: AdmittedPlace,
  failure: unknown,
): Promise<void> {
  const { tenantId } = request;
  const isGuess = isProblem(failure, 'conversation_not_found');
  const keepsPlace = failure instanceof EngineFailureError || isGuess;
  try {
    if (keepsPlace && request.key !== undefined) await admissions.releaseClaim(request, atMs);
    // A session that has answers anywhere has written before.
    if (isGuess && isHome && firstOfSession) await admissions.moveHome(request, request.conversationId, null);
    if (!keepsPlace)
      await Promise.all([admissions.release(request, atMs), allowance.giveBack(tenantId, address)]);
  } catch (error) {
    log.error('a claim is left to its lease', error, { tenantId });
  }
}

/** The record with what is known of the files that its message names. */
async function withClaimedFiles(
  gateway: Ports,
  { sessions }: Visitor,
  record: TurnRecord,
): Promise<TurnRecord> {
  const { tenantId, conversationId, attachments } = record.message;
  const claimant = { tenantId, conversationId, sessions, retentionDays: record.retentionDays };
  return {
    ...record,
    message: { ...record.message, attachments: await claimFiles(gateway, claimant, attachments) },
  };
}

/** A conversation that a message starts, if a repeat of it can find that; a session's second one has another key. */
function startedId(key: IdKey, part: WebchatPart, { sent }: WebchatItem): string | null {
  const { tenant, widget, idempotencyKey } = part;
  if (idempotencyKey === undefined) return null;
  return deriveId(key, 'started', idempotencyKey, tenant.id, widget.id, sent.sessionId);
}

/**
 * Returns the turn of a message, and the visitor's hashed IP address; null for a trusted request.
 * @throws `invalid_visitor_token`, `visitor_token_expired`
 */
async function identifyAndRecord(
  gateway: Ports,
  part: WebchatPart,
  item: WebchatItem,
): Promise<{ readonly visitor: Visitor; readonly address: string | null; readonly record: TurnRecord }> {
  const { tenant, widget, idempotencyKey: key, request } = part;
  const { message, sent } = item;
  const visitor = await identifyVisitor(gateway, part, request, sent.sessionId, {
    conversationId: sent.conversationId ?? null,
    beginsAt: (idKey, ofVisitor) =>
      sent.conversationId === undefined ? ofVisitor : startedId(idKey, part, item),
  });
  const address = countedAddress(visitor, tenant, request.sourceIp);
  const isOne = sent.conversationId === undefined || visitor.claims !== null;
  const conversationId =
    sent.conversationId ??
    (isOne ? visitor.conversationId : (startedId(visitor.key, part, item) ?? visitor.key.id + randomId()));
  // The caller's claims are never mixed with the site's.
  const isSession = sent.user.id.toLowerCase() === visitor.plainSession;
  const claimed = isSession
    ? { ...sent.user, id: deriveId(visitor.key, 'visitor', tenant.id, visitor.plainSession) }
    : sent.user;
  const user = visitor.claims ? vouchedUser(visitor.claims) : claimed;
  const session = [tenant.id, widget.id, sent.sessionId];
  const dedupKey = key === undefined ? undefined : deriveId(visitor.key, 'key', key, ...session);
  const record: TurnRecord = {
    kind: 'turn',
    ...(sent.starts && { starts: true as const }),
    turnId: dedupKey ?? randomId(),
    flowId: widget.flow,
    sessionId: visitor.owner,
    idleMinutes: widget.idle_minutes ?? limits.idleMinutes,
    retentionDays: tenant.retention_days ?? limits.logRetentionDays,
    ...(dedupKey && {
      claim: { key: `${tenant.id}#${dedupKey}`, fingerprint: fingerprintOf(sent.validated), form: sent.form },
    }),
    message: { ...message, conversationId, user, messageId: newMessageId(gateway.nowMs, gateway.random) },
  };
  return { visitor, address, record };
}

/** The user as the site vouches for them. */
function vouchedUser({ sub, name, email, language, attributes }: VisitorClaims): MessageUser {
  return {
    id: sub,
    verified: true,
    ...(name !== undefined && { firstName: name }),
    ...(email !== undefined && { email }),
    ...(language !== undefined && { language }),
    ...(attributes && { attributes }),
  };
}

function replayOf({ status, responseBody, location }: Answer): WebchatAnswer {
  return {
    status,
    body: responseBody,
    headers: { 'idempotent-replayed': 'true', ...(location !== undefined && { location }) },
  };
}
