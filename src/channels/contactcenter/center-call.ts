import * as z from 'zod/mini';
import { AccountIncompleteError } from '../../domain/problems.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { ProviderAnswer, ProviderRequest } from '../channel.ts';
import { isRedirect, isSuccess, readAnswerBody, retryAfterMs } from '../replies/provider-answer.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { centerSignature } from './center-signature.ts';

/** A notification to a center; `position` is absent if it has no order. */
export interface CenterEvent {
  readonly id: string;
  readonly position?: number;
  readonly type: 'open' | 'message' | 'update' | 'typing' | 'receipt' | 'end' | 'rejected';
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly [member: string]: unknown;
}

/**
 * The call for an action.
 * @throws AccountIncompleteError
 * @see handoff.md 4.1
 */
export function centerCall(
  known: KnownAccount,
  handoffId: string,
  event: CenterEvent,
  nowMs: number,
): ProviderRequest {
  const { id, base_url } = known.account;
  if (base_url === undefined) throw new AccountIncompleteError(id, 'base_url');
  const token = sendingToken(known);
  const body = JSON.stringify(event);
  return {
    method: 'POST',
    url: `${base_url}/handoffs/${encodeURIComponent(handoffId)}/events`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': event.id,
      ...centerSignature(known.secrets.signing_secret?.[0] ?? token, body, nowMs),
    },
    body,
  };
}

/** A contact center's response. */
export type CenterAnswer =
  | { readonly outcome: 'taken'; readonly externalId: string | null }
  /** It may take it later; `mayHave`: it may have taken it already. */
  | {
      readonly outcome: 'retry';
      readonly reason: string;
      readonly afterMs: number | null;
      readonly mayHave: boolean;
    }
  /** It accepts nothing until the account is fixed. */
  | { readonly outcome: 'held'; readonly reason: string }
  /** It never takes this. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** It has ended the conversation. */
  | { readonly outcome: 'gone' };

/** `{"externalId":"conv-17"}` */
const accepted = z.object({ externalId: z.string().check(z.maxLength(512)) });
const passing = [408, 425, 429];

/** @see handoff.md 4.1 */
export function readCenterAnswer(answer: ProviderAnswer, nowMs: number): CenterAnswer {
  const { status } = answer;
  if (isSuccess(answer) || status === 409) {
    const externalId = accepted.safeParse(readAnswerBody(answer)).data?.externalId ?? null;
    return { outcome: 'taken', externalId };
  }
  const reason = `http_${status}`;
  if (passing.includes(status) || status >= 500)
    return { outcome: 'retry', reason, afterMs: retryAfterMs(answer, nowMs), mayHave: false };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 401 || status === 403) return { outcome: 'held', reason: 'invalid_sending_token' };
  if (isRedirect(answer)) return { outcome: 'held', reason: 'base_url_redirects' };
  return { outcome: 'refused', reason };
}
