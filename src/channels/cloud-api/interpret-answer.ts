import * as z from 'zod/mini';
import type { ProviderAnswer, SendOutcome } from '../channel.ts';
import { isPassing, readAnswerBody, retryAfterMs } from '../replies/provider-answer.ts';
import { failureReason } from './failure-reason.ts';

/** `{"messages":[{"id":"wamid.…"}]}` */
const accepted = z.object({
  messages: z.array(z.object({ id: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
});

/** `{"error":{"message":"(#131047) Re-engagement message","code":131047}}`, or on-premise `{"errors":[{"code":470}]}` */
const code = z.union([z.number(), z.string()]);
const refused = z.object({
  error: z.optional(z.object({ code })),
  errors: z.optional(z.array(z.object({ code }))),
});

/** Codes that pass: throughput and pair limits, a service that is down or in maintenance. */
const passing = new Set(['1', '2', '4', '80007', '130429', '131000', '131016', '131056', '131057', '133004']);

/** @see the Cloud API's "Error codes" */
export function interpretAnswer(answer: ProviderAnswer, nowMs: number): SendOutcome {
  const body = readAnswerBody(answer);
  if (answer.status >= 200 && answer.status < 300) {
    return { outcome: 'sent', providerMessageId: accepted.safeParse(body).data?.messages[0]?.id ?? null };
  }
  const { error, errors } = refused.safeParse(body).data ?? {};
  const errorCode = error?.code ?? errors?.[0]?.code;
  const reason = errorCode === undefined ? `http_${answer.status}` : failureReason(errorCode);
  const passes = isPassing(answer) || passing.has(String(errorCode));
  if (!passes) return { outcome: 'failed', reason };
  return { outcome: 'retry', afterMs: retryAfterMs(answer, nowMs), reason };
}
