import * as z from 'zod/mini';
import type { ProviderAnswer, SendOutcome } from '../channel.ts';
import {
  concernOf,
  isPassing,
  isRedirect,
  isSuccess,
  readAnswerBody,
  retryAfterMs,
} from '../replies/provider-answer.ts';

/** `{"contacts":[{"input":"+5531999999999","wa_id":"553199999999"}],"messages":[{"id":"wamid.…"}]}` */
const accepted = z.object({
  contacts: z.catch(z.optional(z.array(z.object({ wa_id: z.optional(z.string()) }))), undefined),
  messages: z.array(z.object({ id: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
});

/** `{"error":{"message":"(#131047) Re-engagement message","code":131047}}`, or on-premise `{"errors":[{"code":470}]}` */
const code = z.union([z.number(), z.string()]);
const refused = z.object({
  error: z.optional(z.object({ code })),
  errors: z.optional(z.array(z.object({ code }))),
});

/** Codes that pass: throughput and spam limits, a service that is down or in maintenance. */
const ofTheAccount = new Set('4 80007 130429 131016 131048 131057 133004 133016'.split(' '));
/** Something went wrong, at this call or at all. */
const unclear = new Set('1 2 131000'.split(' '));
/** Too many messages to this one user. */
const pairLimit = '131056';
/** The token is invalid, has expired, or may not do this. */
const ofTheToken = new Set(['0', '10', '190', '200']);

/** @see the Cloud API's "Error codes" */
export function interpretAnswer(answer: ProviderAnswer, nowMs: number): SendOutcome {
  const body = readAnswerBody(answer);
  const { error, errors } = refused.safeParse(body).data ?? {};
  const errorCode = error?.code ?? errors?.[0]?.code;
  // Proxies in between answer an error with 200, too.
  const taken = accepted.safeParse(body).data;
  if (isSuccess(answer) && (taken || errorCode === undefined)) {
    const { messages: [message] = [], contacts: [contact] = [] } = taken ?? {};
    if (!message) return { outcome: 'unconfirmed', reason: 'answer_without_id' };
    const recipient = numberIn(contact?.wa_id);
    return {
      outcome: 'sent',
      providerMessageId: message.id,
      ...(recipient !== undefined && { recipient }),
    };
  }
  if (isRedirect(answer)) return { outcome: 'held', reason: 'base_url_redirects' };
  const named = String(errorCode);
  const reason = errorCode === undefined ? `http_${answer.status}` : failureReason(errorCode);
  const afterMs = retryAfterMs(answer, nowMs);
  if (named === pairLimit) return { outcome: 'retry', concerns: 'user', afterMs, reason };
  if (answer.status < 500 && ofTheToken.has(named)) return { outcome: 'held', reason };
  if (ofTheAccount.has(named)) return { outcome: 'retry', concerns: 'account', afterMs, reason };
  if (isPassing(answer) || unclear.has(named)) {
    return { outcome: 'retry', concerns: concernOf(answer, afterMs), afterMs, reason };
  }
  if (answer.status === 401) return { outcome: 'held', reason: 'invalid_sending_token' };
  return { outcome: 'failed', reason };
}

/** The digits of a `wa_id`; undefined for what is no phone number. */
export function numberIn(waId: string | undefined): string | undefined {
  return /^\+?(\d{1,20})$/.exec(waId ?? '')?.[1];
}

/** Error codes that can be acted upon, by meaning. @see the Cloud API's "Error codes" */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    131047: 'window_closed',
    470: 'window_closed',
    131026: 'recipient_unreachable',
    1013: 'recipient_unreachable',
    132000: 'template_values_missing',
    132001: 'template_not_found',
    132005: 'template_too_long',
    132007: 'template_against_policy',
    132012: 'template_values_refused',
    132015: 'template_paused',
    132016: 'template_disabled',
    131021: 'recipient_is_sender',
    131030: 'recipient_not_allowed',
    131050: 'recipient_opted_out',
    131051: 'unsupported_message_type',
    131052: 'media_download_failed',
    131053: 'media_upload_failed',
    131008: 'missing_parameter',
    131009: 'invalid_parameter',
    100: 'invalid_parameter',
    131042: 'payment_problem',
    131031: 'account_locked',
    368: 'account_blocked',
    130497: 'country_not_allowed',
    131048: 'spam_limit',
    131056: 'pair_limit',
    130429: 'throughput_limit',
    80007: 'throughput_limit',
    4: 'throughput_limit',
    133016: 'registration_limit',
    131049: 'held_back_by_provider',
    190: 'invalid_sending_token',
    0: 'invalid_sending_token',
    10: 'permission_denied',
    200: 'permission_denied',
  }),
);

/** A stable word for a provider's error code, or one made of the code. */
export function failureReason(code: string | number): string {
  return reasons.get(String(code)) ?? `provider_error_${String(code).slice(0, 40)}`;
}
