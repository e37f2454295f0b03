import { backoffMs, type Pause, pause, retryAfterMs } from './pauses.ts';

export interface RetryOptions {
  /** How often a request is sent at most; 1 never repeats. */
  readonly attempts?: number;
  /** How long one answer is waited for. The longest that the gateway holds a request is 25 s. */
  readonly timeoutMs?: number;
  /** A longer wait than this is not done: its refusal is the answer. */
  readonly longestWaitMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly pause?: Pause;
  readonly random?: () => number;
}

const idempotencyKey = 'idempotency-key';
/** Refused before anything was done, whatever it was. */
const neverDone = new Set([429]);
/** Perhaps done: only what may be done twice is repeated. */
const perhapsDone = new Set([500, 502, 503, 504]);

/**
 * A `fetch` that repeats what failed and may be repeated: what only reads, and what carries an idempotency key, which
 * stays the same over all repeats. It waits as long as `Retry-After` asks, else longer each time.
 */
export function retryRequests(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { attempts = 5, timeoutMs = 35_000, longestWaitMs = 60_000 } = options;
  const { fetch: send = (request) => fetch(request), pause: wait = pause, random } = options;
  const sendOnce = (request: Request) =>
    send(new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }));
  return async (request) => {
    const mayRepeat = isRead(request) || request.headers.has(idempotencyKey);
    for (let sent = 1; ; sent += 1) {
      // A body can be read once: each attempt sends a copy.
      const outcome = await sendOnce(request.clone()).catch((error: unknown) => ({ error }));
      request.signal.throwIfAborted();
      const isLast = sent >= attempts;
      if (!(outcome instanceof Response)) {
        if (isLast || !mayRepeat) throw outcome.error;
        await wait(backoffMs(sent, random), request.signal);
        continue;
      }
      if (isLast || !(await isPassing(outcome, mayRepeat))) return outcome;
      const waitMs = retryAfterMs(outcome.headers) ?? backoffMs(sent, random);
      if (waitMs > longestWaitMs) return outcome;
      // Its connection is free when it has been read.
      await outcome.text().catch(() => undefined);
      await wait(waitMs, request.signal);
    }
  };
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

async function isPassing(response: Response, mayRepeat: boolean): Promise<boolean> {
  if (neverDone.has(response.status)) return true;
  if (!mayRepeat) return false;
  if (perhapsDone.has(response.status)) return true;
  return response.status === 409 && (await codeOf(response.clone())) === 'request_in_progress';
}

async function codeOf(response: Response): Promise<unknown> {
  const said: unknown = await response.json().catch(() => null);
  return typeof said === 'object' && said !== null && 'code' in said ? said.code : null;
}
