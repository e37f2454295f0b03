import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { DedupConflict, RateLimitExceeded, RequestInProgressError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Admission, AdmissionRequest } from '../../ports/admissions.ts';
import type { Answer } from '../../ports/turn-log.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from './identify-caller.ts';

/** An admitted message's place in its session's window. */
export interface Entry {
  readonly request: AdmissionRequest;
  readonly stamp: number;
}

type Admitted =
  | { readonly replay: Answer }
  | { readonly conversation: Conversation<FlowState> | null; readonly entry: Entry };

/**
 * Lets a message in at most once: looks for an earlier answer, takes its place in the session's window together with
 * its claim, and reads its conversation, all in one round trip. Replays and refusals count against nobody.
 * @param mayExist whether the conversation can have been there before
 * @throws DedupConflict, RequestInProgressError, RateLimitExceeded
 * @see design 2.3, 2.4, 5.2
 */
export async function admitOnce(
  gateway: Gateway,
  { tenant, widget }: Caller,
  record: TurnRecord,
  key: string | undefined,
  mayExist: boolean,
): Promise<Admitted> {
  const { admissions, allowance, conversations, turnLog } = gateway;
  const { tenantId, conversationId } = record.message;
  const request: AdmissionRequest = {
    tenantId,
    widgetId: widget.id,
    sessionId: record.sessionId,
    limit: widget.session_limit_per_minute ?? limits.sessionMessagesPerMinute,
    ...(record.claim && { key: record.turnId }),
  };
  const findAnswer = async () => (record.claim ? turnLog.findAnswer(record.claim.key) : null);

  const tenantLimit = tenant.limit_per_minute ?? limits.tenantMessagesPerMinute;
  const allowed = await allowance.take(tenantId, tenantLimit);
  if (!allowed.ok) {
    const answer = await findAnswer();
    if (answer) return { replay: sameBody(answer, record) };
    throw new RateLimitExceeded('tenant', tenantLimit, allowed.retryAtMs - gateway.nowMs());
  }

  // A message that starts a conversation can have one already only if it is a retry with the same key.
  const exists = mayExist || key !== undefined;
  const admitting = admissions.admit(request);
  const [answer, admission, conversation] = await Promise.all([
    findAnswer(),
    admitting,
    exists ? conversations.find(tenantId, conversationId) : null,
  ]).catch(async (error) => {
    await forget(gateway, request, admitting);
    throw error;
  });

  if (admission.outcome === 'admitted' && !answer) {
    return { conversation, entry: { request, stamp: admission.stamp } };
  }
  allowance.giveBack(tenantId);
  if (answer) {
    if (admission.outcome === 'admitted') await admissions.release(request, admission.stamp);
    return { replay: sameBody(answer, record) };
  }
  if (admission.outcome === 'limited') {
    throw new RateLimitExceeded('session', request.limit, admission.retryAtMs - gateway.nowMs());
  }
  if (admission.outcome === 'claimed' && admission.stamp + limits.idempotencyLeaseMs <= gateway.nowMs()) {
    // Its owner died: take the claim over.
    await admissions.release(request, admission.stamp);
    return admitOnce(gateway, { tenant, widget }, record, key, mayExist);
  }
  throw new RequestInProgressError();
}

/** A read failed beside the admission: takes it back, so that a retry need not wait for the lease. */
async function forget(
  gateway: Gateway,
  request: AdmissionRequest,
  admitting: Promise<Admission>,
): Promise<void> {
  gateway.allowance.giveBack(request.tenantId);
  try {
    const admission = await admitting;
    if (admission.outcome === 'admitted') await gateway.admissions.release(request, admission.stamp);
  } catch (error) {
    gateway.log.error('a claim is left to its lease', error, { tenantId: request.tenantId });
  }
}

/** @throws DedupConflict when the answer was given to another body */
function sameBody(answer: Answer, { claim }: TurnRecord): Answer {
  if (answer.fingerprint !== claim?.fingerprint) throw new DedupConflict();
  return answer;
}
