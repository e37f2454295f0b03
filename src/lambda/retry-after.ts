import { RetryLaterError } from '../domain/errors.ts';
import type { Gateway } from '../operations/gateway.ts';
import { isTurn, type RecordBody } from './read-record.ts';

const firstMs = 1_000;
const longestMs = 2 * 60_000;
/** Somebody looks at a web chat; after a while they don't, and SQS counts to a thousand receives only. */
const visitorsMs = 20_000;
const visitorsPatienceMs = 30 * 60_000;

interface Failed {
  readonly body: RecordBody | null;
  /** How often the queue has delivered it. */
  readonly receives: number;
  readonly error: unknown;
}

/**
 * How long a record waits whose failure is not its own: from 1 s growing to 2 min, with jitter, or as long as the error
 * says. A day of such waits stays below the queue's thousand receives.
 * @see design 5.3
 */
export function retryAfterMs(
  { nowMs, random }: Pick<Gateway, 'nowMs' | 'random'>,
  { body, receives, error }: Failed,
): number {
  if (error instanceof RetryLaterError) return error.afterMs;
  const isWatched =
    body !== null &&
    isTurn(body) &&
    body.message.channel === 'webchat' &&
    nowMs() - Date.parse(body.message.receivedAt) < visitorsPatienceMs;
  const grown = firstMs * 2 ** Math.min(receives - 1, 10);
  return Math.min(isWatched ? visitorsMs : longestMs, grown) * (0.75 + random() / 4);
}
