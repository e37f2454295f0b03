import type { Answer } from '../ports/answer.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** A remembered answer as the dedup table holds it. @see spec "Deduplication record" */
export function answerItem({ key, responseBody, ...answer }: Answer) {
  return {
    pk: key,
    ...answer,
    responseBody: packJson(responseBody),
    expiresAt: Math.ceil(answer.expiresAtMs / 1000),
  };
}

/** A stored answer; null when it has expired: DynamoDB deletes late. */
export function answerOf(item: Readonly<Record<string, unknown>>, nowMs: number): Answer | null {
  const { pk, expiresAt: _, format: __, responseBody, ...answer } = item;
  if (Number(answer.expiresAtMs) <= nowMs) return null;
  return { ...answer, responseBody: unpackJson(responseBody as Uint8Array), key: String(pk) } as Answer;
}
