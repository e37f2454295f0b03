import { webchatHttp } from '../../channels/webchat-http/channel.ts';
import type { WebchatItem, WebchatMessage } from '../../channels/webchat-http/normalize.ts';
import {
  type Caller,
  detectForm,
  type OnCaller,
  tenantIdOf,
  type WebchatPart,
  type WebchatRequest,
} from '../../channels/webchat-http/verify.ts';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import type { Conversation } from '../../domain/conversation.ts';
import {
  ConversationNotFoundError,
  EngineFailureError,
  TooManyNewSessionsError,
} from '../../domain/errors.ts';
import { type IdKey, newMessageId } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Answer } from '../../ports/http-client.ts';
import { deriveId, fingerprintOf, randomId } from '../derive-id.ts';
import { claimFiles } from '../files/read-address.ts';
import type { Gateway } from '../gateway.ts';
import { asNewUse } from '../turn/committed-turn.ts';
import { runTurn, type TurnOutcome, type TurnPorts } from '../turn/run-turn.ts';
import { markOneSettled } from '../turn/settle-turn.ts';
import { admitOnce, type Entry, whatIsLeft } from './admit-once.ts';
import { answerTurn, type HandOverPorts, type WebchatAnswer } from './answer-turn.ts';
import { countRefusedOrigin, onceMoreIfChanged } from './count-refused-origin.ts';
import {
  checkOwner,
  countedAddress,
  identifyVisitor,
  publicUserOf,
  type Visitor,
} from './identify-visitor.ts';

type Ports = TurnPorts &
  HandOverPorts &
  Parameters<typeof admitOnce>[0] &
  Pick<Gateway, 'fileChores' | 'files' | 'idKeys' | 'refusedOrigins' | 'sessionAllowance'>;

/** What is left of the handler's time when the last step must end, so that the turn can still be committed. */
const commitTimeMs = 1_500;

/**
 * Takes a visitor's message and answers with the flow's replies, or with 202 when they take longer than 3 s.
 * @throws GatewayError of the check that failed, in the order of design 2.2
 * @see spec "POST /v1/webchat/messages", design 2.1-2.5, 5.2
 */
export async function postWebchatMessage(
  gateway: Ports,
  request: WebchatRequest,
  onCaller: OnCaller,
): Promise<WebchatAnswer> {
  const tenantId = tenantIdOf(detectForm(request.body), request);
  return countRefusedOrigin(gateway, request.headers.origin, onCaller, (onKnown) =>
    onceMoreIfChanged(gateway, tenantId, (asItIs) => postOnce(gateway, request, onKnown, { asItIs })),
  );
}

async function postOnce(
  gateway: Ports,
  request: WebchatRequest,
  onCaller: OnCaller,
  { asItIs }: { readonly asItIs: boolean },
): Promise<WebchatAnswer> {
  const { directory, secrets } = gateway;
  const { parts } = await webchatHttp.verify(request, { directory, secrets, onCaller });
  const [part] = parts;
  const { tenant, widget, form, stamp } = part;
  const caller = { tenant, widget };
  const [item] = await webchatHttp.normalize(part, {
    correlationId: request.correlationId,
    receivedAt: new Date(request.receivedAtMs).toISOString(),
    messageId: newMessageId(gateway.nowMs, gateway.random),
    addressOf: (sent) => addressOf(gateway, part, sent),
  });
  const { sent, visitor } = item;
  const record = turnRecord(part, item);
  const address = await countedAddress(gateway, caller, visitor, request.sourceIp);

  const [admitted] = await Promise.all([
    admitOnce(gateway, { ...caller, session: visitor.session, address }, record, asItIs ? null : stamp),
    markOneSettled(gateway, record.message.conversationId),
  ]);
  const dimensions = { tenantId: tenant.id, channel: 'webchat' };
  if ('replay' in admitted) {
    gateway.metrics.count('MessagesReceived', dimensions);
    gateway.metrics.count('MessagesDuplicate', dimensions);
    return replayOf(admitted.replay);
  }
  const { conversation, entry } = admitted;
  try {
    if (sent.conversationId) await checkOwner(gateway, caller, visitor, conversation);
    const use = await asNewUse(gateway, conversation, await withClaimedFiles(gateway, visitor, record));
    const guard =
      entry.isNewSession && address !== null ? guardNewSession(gateway, caller, address) : { gateway };
    const admittedTo = { conversation, leavesAnswer: entry.isHome };
    const outcome = await runWithinPatience(guard.gateway, use, admittedTo, request);
    if ('counted' in guard) await guard.counted;
    const answered = await answerTurn(gateway, { record: use, form }, outcome, patientUntilMs(request));
    if (!sent.starts) gateway.metrics.count('MessagesReceived', dimensions);
    return { ...answered, headers: { ...whatIsLeft(entry, gateway.nowMs()), ...answered.headers } };
  } catch (error) {
    await releaseEntry(gateway, entry, error);
    throw error;
  }
}

/**
 * Counts a session's first message by its source address, beside the flow: nothing of the turn is stored before the
 * count is known, so that it costs one write and no round trip.
 * @param address its salted hash
 * @returns the gateway to run the turn with, and the count's end
 * @see design 2.4
 */
function guardNewSession<G extends Pick<Gateway, 'sessionAllowance' | 'conversations' | 'nowMs'>>(
  gateway: G,
  caller: Caller,
  address: string,
): { readonly gateway: G; readonly counted: Promise<void> } {
  const counted = countSession(gateway, caller, address);
  // Whoever saves first, or answers, hears of it.
  counted.catch(() => undefined);
  const { conversations } = gateway;
  const guarded: G['conversations'] = {
    find: (...name) => conversations.find(...name),
    findWithAnswer: (...names) => conversations.findWithAnswer(...names),
    clearOutbox: (...turn) => conversations.clearOutbox(...turn),
    markSettled: (...turn) => conversations.markSettled(...turn),
    enterPoll: (...poll) => conversations.enterPoll(...poll),
    listDue: (...page) => conversations.listDue(...page),
    async save(next) {
      await counted;
      await conversations.save(next);
    },
  };
  return { gateway: { ...gateway, conversations: guarded }, counted };
}

/** @throws TooManyNewSessionsError */
async function countSession(
  { sessionAllowance, nowMs }: Pick<Gateway, 'sessionAllowance' | 'nowMs'>,
  { tenant, widget }: Caller,
  address: string,
): Promise<void> {
  const limit = widget.new_sessions_per_address ?? limits.newSessionsPerAddress;
  if (limit === 0) return;
  const taken = await sessionAllowance.take(`${tenant.id}#address#${address}`, limit);
  if (!taken.ok) throw new TooManyNewSessionsError(limit, taken.retryAtMs - nowMs());
}

/**
 * Lets a retry of a failed message run at once. What failed by the visitor's own doing (the flow raised, a conversation
 * was guessed) keeps its place in the window, so that raising and guessing are limited too. Never throws: when the
 * release fails as well, the claim ends with its lease.
 * @see design 2.3, 2.4
 */
async function releaseEntry(
  { admissions, allowance, log }: Pick<Gateway, 'admissions' | 'allowance' | 'log'>,
  { request, stamp, address, isHome, firstOfSession }: Entry,
  failure: unknown,
): Promise<void> {
  const { tenantId } = request;
  const isGuess = failure instanceof ConversationNotFoundError;
  const keepsPlace = failure instanceof EngineFailureError || isGuess;
  try {
    if (keepsPlace && request.key !== undefined) await admissions.releaseClaim(request, stamp);
    // A session that has answers anywhere has written before.
    if (isGuess && isHome && firstOfSession) await admissions.moveHome(request, request.conversationId, null);
    if (!keepsPlace)
      await Promise.all([admissions.release(request, stamp), allowance.giveBack(tenantId, address)]);
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

/** Who has sent a message, and the conversation that it belongs to. */
async function addressOf(gateway: Ports, part: WebchatPart, sent: WebchatMessage) {
  const { request, ...caller } = part;
  const visitor = await identifyVisitor(gateway, caller, request, sent.sessionId, {
    conversationId: sent.conversationId ?? null,
    beginsAt: (key, ofVisitor) =>
      sent.conversationId === undefined ? ofVisitor : startedId(key, part, sent),
  });
  const started = () => startedId(visitor.key, part, sent) ?? visitor.key.id + randomId();
  const isOne = sent.conversationId === undefined || visitor.claims !== null;
  return {
    visitor,
    conversationId: sent.conversationId ?? (isOne ? visitor.conversationId : started()),
    user: publicUserOf(caller, visitor, sent.user),
  };
}

/** A conversation that a message starts, if a repeat of it can find that; a session's second one has another key. */
function startedId(key: IdKey, part: WebchatPart, { sessionId }: WebchatMessage): string | null {
  const { tenant, widget, idempotencyKey } = part;
  if (idempotencyKey === undefined) return null;
  return deriveId(key, 'started', idempotencyKey, tenant.id, widget.id, sessionId);
}

function turnRecord(part: WebchatPart, { message, sent, visitor }: WebchatItem<Visitor>): TurnRecord {
  const { tenant, widget, idempotencyKey: key } = part;
  const session = [tenant.id, widget.id, sent.sessionId];
  const dedupKey = key === undefined ? undefined : deriveId(visitor.key, 'key', key, ...session);
  return {
    kind: 'turn',
    ...(sent.starts && { starts: true as const }),
    turnId: dedupKey ?? randomId(),
    message,
    flowId: widget.flow,
    sessionId: visitor.owner,
    idleMinutes: widget.idle_minutes ?? limits.idleMinutes,
    retentionDays: tenant.retention_days ?? limits.logRetentionDays,
    ...(dedupKey && {
      claim: { key: `${tenant.id}#${dedupKey}`, fingerprint: fingerprintOf(sent.validated), form: sent.form },
    }),
  };
}

/** Runs the turn and stops waiting 3 s after the request came in. @see design 5.4 */
async function runWithinPatience(
  gateway: Ports,
  record: TurnRecord,
  admitted: { readonly conversation: Conversation<FlowState> | null; readonly leavesAnswer: boolean },
  request: WebchatRequest,
): Promise<TurnOutcome> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), Math.max(0, patientUntilMs(request) - gateway.nowMs()));
  try {
    return await runTurn(gateway, record, {
      from: 'request',
      ...admitted,
      signal: patience.signal,
      callsEndByMs: patientUntilMs(request),
      deadlineMs: request.receivedAtMs + limits.handlerTimeoutMs - commitTimeMs,
    });
  } finally {
    clearTimeout(timer);
  }
}

const patientUntilMs = ({ receivedAtMs }: WebchatRequest) => receivedAtMs + limits.slowReplyMs;

function replayOf({ status, responseBody, location }: Answer): WebchatAnswer {
  return {
    status,
    body: responseBody,
    headers: { 'idempotent-replayed': 'true', ...(location !== undefined && { location }) },
  };
}
