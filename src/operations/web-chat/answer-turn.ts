import type { WebchatForm } from '../../channels/webchat-http/verify.ts';
import type { FormAResponse, FormBPending } from '../../contract/forms.ts';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { answerOf } from '../../domain/turn-effects.ts';
import { readOnAfter } from '../../domain/waiting.ts';
import type { Gateway } from '../gateway.ts';
import type { TurnOutcome } from '../turn/run-turn.ts';
import { type HandedOver, type HandOverPorts, handOver } from './hand-over.ts';
import type { WebchatAnswer } from './web-chat-answer.ts';

/**
 * The answer to a message: its replies; or, when its turn can't be run or ended here, those that the queue brings in
 * time, else 202. A step that the flow's author left to the queue is not waited for.
 * @throws TooManyWaitingError
 * @see design 2.5, 5.3, 5.4
 */
export async function answerTurn(
  gateway: HandOverPorts,
  { record, form }: { readonly record: TurnRecord; readonly form: WebchatForm },
  result: TurnOutcome,
  patientUntilMs: number,
): Promise<WebchatAnswer> {
  // Only the queue delivers twice.
  if (result.outcome === 'duplicate') throw new TemporarilyUnavailableError();
  if (result.outcome === 'committed') return finalAnswer(result.turn, form);
  const isLeft = result.outcome === 'suspended' && result.isChosen === true;
  const untilMs = isLeft ? gateway.nowMs() : patientUntilMs;
  const handedOver = await handOver(gateway, record, result.conversation, untilMs);
  if ('committed' in handedOver) return finalAnswer(handedOver.committed, form);
  return await acknowledge(gateway, { record, form }, handedOver);
}

function finalAnswer(turn: CommittedTurn, form: WebchatForm): WebchatAnswer {
  return { status: 200, body: JSON.stringify(answerOf(turn, form)), headers: {} };
}

async function acknowledge(
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
