import type { WebchatForm } from '../../channels/webchat-http/verify.ts';
import type { FormAResponse, FormBPending } from '../../contract/forms.ts';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import { besideTurn } from '../../domain/beside-turn.ts';
import type { CommittedTurn, Conversation, WaitingMessage } from '../../domain/conversation.ts';
import { isFromBeforeErasure } from '../../domain/conversation-after.ts';
import { isIdle, keptDueAt } from '../../domain/due-time.ts';
import {
  GatewayError,
  TemporarilyUnavailableError,
  tooManyWaiting,
  VersionConflictError,
} from '../../domain/errors.ts';
import { isAcknowledged, readOnAfter, acknowledge as withAcknowledged } from '../../domain/turn-memory.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { endIdle } from '../turn/end-run.ts';
import { committedBefore } from '../turn/find-turn.ts';
import type { TurnOutcome } from '../turn/run-turn.ts';
import type { SettlePorts } from '../turn/settle-turn.ts';

/** The answer to a message whose replies are promised: 202, and where to read on. A repeat gets the same. */
export async function promiseAnswer(
  gateway: HandOverPorts,
  { record, form }: { readonly record: TurnRecord; readonly form: WebchatForm },
  { promised: { messageId }, conversation }: Extract<HandedOver, { promised: unknown }>,
): Promise<WebchatAnswer> {
  const { conversationId } = record.message;
  const after = readOnAfter(conversation, messageId);
  const pending: FormAResponse | FormBPending =
    form === 'a'
      ? { conversationId, status: 'active', replies: [], after, next: 'now' }
      : { messageId, conversationId, status: 'pending', after, next: 'now' };
  const body = JSON.stringify(pending);
  const location = `/v1/webchat/conversations/${conversationId}/messages?after=${after}`;
  await rememberPending(gateway, record, { messageId, body, location });
  return { status: 202, body, headers: { location } };
}

/** What queueing a message uses. */
export type HandOverPorts = SettlePorts & Pick<Gateway, 'continuations' | 'random'>;

type Stored = Conversation<FlowState>;

/** The result of queueing a message: its turn in time, or a 202. */
type HandedOver =
  | { readonly committed: CommittedTurn }
  | { readonly promised: WaitingMessage; readonly conversation: Stored };

const firstLookMs = 40;
const longestPauseMs = 250;

/**
 * Puts a message that can't run or end at once on the queue, and only then notes in its conversation that it waits: dying
 * in between leaves no conversation behind that waits for nothing. If its turn is committed by then, or in the time that
 * the caller has, that is the answer; a step that the flow's author left to the queue is not waited for.
 * @param waitUntilMs how long the caller waits, epoch milliseconds
 * @throws `too_many_waiting`
 * @see design 2.5, 5.3, 5.4
 */
export async function awaitTurn(
  gateway: HandOverPorts,
  record: TurnRecord,
  result: Exclude<TurnOutcome, { outcome: 'committed' }>,
  waitUntilMs: number,
): Promise<HandedOver> {
  // Only the queue delivers twice.
  if (result.outcome === 'duplicate') throw new TemporarilyUnavailableError();
  const { conversation } = result;
  const isLeft = result.outcome === 'suspended' && result.isChosen === true;
  const untilMs = isLeft ? gateway.nowMs() : waitUntilMs;
  const isRepeat = isAcknowledged(conversation, record.turnId);
  if (!isRepeat && conversation.waiting.length >= limits.waitingMessages) throw tooManyWaiting();
  const place = isRepeat ? null : await gateway.continuations.send(record, record.turnId);
  const isRunning = conversation.openTurn?.record.turnId === record.turnId;
  // A step that is handed over is most often answered in time: there is nothing to be promised yet.
  const early = isRunning && !isRepeat ? await awaitCommit(gateway, record, untilMs) : null;
  if (early) return { committed: early };
  const noted = await noteWaiting(gateway, record, place);
  if ('committed' in noted) return noted;
  const late = await awaitCommit(gateway, record, untilMs);
  return late ? { committed: late } : noted;
}

/** Unless the turn is committed: the condition is the version, which every commit raises. */
async function noteWaiting(
  gateway: HandOverPorts,
  record: TurnRecord,
  place: string | null,
): Promise<HandedOver> {
  const { tenantId, conversationId } = record.message;
  for (let attempt = 1; ; attempt += 1) {
    const conversation = await gateway.conversations.find(tenantId, conversationId);
    // Only a conversation that exists can be busy.
    if (!conversation) throw new VersionConflictError();
    if (isFromBeforeErasure(conversation, record)) throw new GatewayError('conversation_not_found');
    const turn = await committedBefore(gateway, conversation, record);
    if (turn) return { committed: turn };
    const known = conversation.waiting.find(({ turnId }) => turnId === record.turnId);
    if (known) return { promised: known, conversation };
    if (isIdle(conversation, gateway.nowMs())) {
      await endIdle(gateway, conversation);
      continue;
    }
    const { change, promised } = withAcknowledged(conversation, record, place);
    const waiting = besideTurn(conversation, change);
    const dueAtMs = keptDueAt(conversation.dueAtMs, waiting, gateway.nowMs());
    const next = besideTurn(conversation, { ...change, dueAtMs });
    try {
      await gateway.conversations.save(next);
      return { promised, conversation: next };
    } catch (error) {
      if (!(error instanceof VersionConflictError) || attempt >= limits.waitingMessages) throw error;
      await pause(gateway.random() * Math.min(10 * attempt, 100));
    }
  }
}

/** The turn, if it is committed in time. */
async function awaitCommit(
  gateway: HandOverPorts,
  record: TurnRecord,
  untilMs: number,
): Promise<CommittedTurn | null> {
  const { tenantId, conversationId } = record.message;
  for (let pauseMs = firstLookMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
    const leftMs = untilMs - gateway.nowMs();
    if (leftMs <= 0) return null;
    await pause(Math.min(pauseMs, leftMs));
    const conversation = await gateway.conversations.find(tenantId, conversationId);
    const turn = conversation && (await committedBefore(gateway, conversation, record));
    if (turn) return turn;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The response to a web chat request. */
export interface WebchatAnswer {
  readonly status: 200 | 202;
  /** JSON, ready to send: a repeat gets the very same text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function rememberPending(
  gateway: Pick<Gateway, 'turnLog' | 'log' | 'nowMs'>,
  { claim, message }: TurnRecord,
  pending: { messageId: string; body: string; location: string },
): Promise<void> {
  if (!claim) return;
  try {
    await gateway.turnLog.rememberPending({
      key: claim.key,
      fingerprint: claim.fingerprint,
      messageId: pending.messageId,
      status: 202,
      responseBody: pending.body,
      location: pending.location,
      expiresAtMs: gateway.nowMs() + limits.idempotencyWindowMs,
    });
  } catch (error) {
    // The message is on the queue: a repeat finds its turn in the conversation.
    gateway.log.error('a pending answer is not remembered', error, { correlationId: message.correlationId });
  }
}
