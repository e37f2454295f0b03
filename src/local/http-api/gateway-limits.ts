import type { IncomingMessage } from 'node:http';

/** A stage's throttle: tokens that come back each second, and how many there are at most. */
export interface ThrottleLimits {
  readonly ratePerS: number;
  readonly burst: number;
}

/** Request line and headers together, names and values. */
export const requestHeadLimitBytes = 10_240;

/** Bytes of a request's line and headers as they came. */
export function requestHeadBytes({
  method = '',
  url = '',
  httpVersion,
  rawHeaders,
}: IncomingMessage): number {
  const line = `${method} ${url} HTTP/${httpVersion}\r\n`;
  // A name has ": " behind it, a value the end of the line.
  return rawHeaders.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, Buffer.byteLength(line));
}

/**
 * A token bucket, as API Gateway's.
 * @returns takes a token; false when there is none
 */
export function createThrottle(
  { ratePerS, burst }: ThrottleLimits,
  nowMs = performance.now.bind(performance),
) {
  let tokens = burst;
  let countedAtMs = nowMs();
  return () => {
    const now = nowMs();
    tokens = Math.min(burst, tokens + ((now - countedAtMs) / 1000) * ratePerS);
    countedAtMs = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
