import { Readable } from 'node:stream';
import { HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';

type Handler = Pick<NodeHttpHandler, 'handle' | 'destroy'>;
type Request = Parameters<NodeHttpHandler['handle']>[0];
type HandlerOptions = Parameters<NodeHttpHandler['handle']>[1];

/** One call of the SDK as it went over the wire. */
export interface WatchedCall {
  readonly operation: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** DynamoDB write units, indexes included, as the engine itself counts them; 1 for a refused condition. */
  readonly writeUnits: number;
}

/** What to do to a call: fail it before it is sent, send it and lose the answer, say that it is too much, or say nothing. */
export type Fault = 'refused' | 'answer-lost' | 'throttled' | 'hanging';

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);

/** A request handler for SDK clients that counts calls and, where told, breaks them. */
export interface WatchedCalls {
  readonly requestHandler: Handler;
  readonly calls: WatchedCall[];
  /** Decides for each call, counted from 0 since the last `reset`; undefined lets it pass. */
  breakCall: (call: { readonly operation: string; readonly index: number }) => Fault | undefined;
  reset(): void;
}

export function watchCalls(): WatchedCalls {
  const inner = new NodeHttpHandler();
  let index = 0;
  const watched: WatchedCalls = {
    calls: [],
    breakCall: () => undefined,
    reset() {
      watched.calls.length = 0;
      index = 0;
    },
    requestHandler: {
      destroy: () => inner.destroy(),
      async handle(request, options) {
        const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
        const fault = watched.breakCall({ operation, index: index++ });
        const startedAt = performance.now();
        if (fault === 'refused') throw faultOf('the call was refused');
        if (fault === 'throttled') return throttled();
        if (fault === 'hanging') return hang(options);
        askForCapacity(request, operation);
        const result = await inner.handle(request, options);
        const body = await Readable.from(result.response.body).reduce<Buffer>(
          (all, part) => Buffer.concat([all, part]),
          Buffer.of(),
        );
        const writeUnits = writes.has(operation) ? unitsOf(result.response.statusCode, body) : 0;
        watched.calls.push({ operation, startedAt, endedAt: performance.now(), writeUnits });
        if (fault === 'answer-lost') throw faultOf('the answer was lost');
        result.response.body = Readable.from([body]);
        return result;
      },
    },
  };
  return watched;
}

/** The longest chain of calls in which each started after the one before had ended. */
export function sequentialRoundTrips(calls: readonly WatchedCall[]): number {
  const byStart = calls.toSorted((a, b) => a.startedAt - b.startedAt);
  const chains: number[] = [];
  for (const [n, call] of byStart.entries()) {
    const before = byStart
      .slice(0, n)
      .map((earlier, m) => (earlier.endedAt <= call.startedAt ? (chains[m] ?? 0) : 0));
    chains.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...chains);
}

/** The body's text. `Buffer.from` would make the SDK warn: it asks the SDK's bytes for their `valueOf`, a text. */
export function bodyOf({ body }: Request): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

function askForCapacity(request: Request, operation: string): void {
  if (!writes.has(operation)) return;
  request.body = JSON.stringify({
    ...JSON.parse(bodyOf(request)),
    ReturnConsumedCapacity: 'INDEXES',
  });
  request.headers['content-length'] = String(Buffer.byteLength(request.body));
}

function unitsOf(statusCode: number, body: Buffer): number {
  if (statusCode !== 200) return 1;
  const { ConsumedCapacity: consumed = [] } = JSON.parse(body.toString());
  return [consumed].flat().reduce((sum: number, { CapacityUnits: units }) => sum + Number(units), 0);
}

/** As each service says it, in JSON. */
function throttled(): Awaited<ReturnType<Handler['handle']>> {
  const body = JSON.stringify({ __type: 'ThrottlingException', message: 'Rate exceeded' });
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { response: new HttpResponse({ statusCode: 400, headers, body: Readable.from([body]) }) };
}

/** Answers never; ends as a real request would, by its timeout or by its caller. */
async function hang({ requestTimeout = 0, abortSignal }: HandlerOptions = {}): Promise<never> {
  const signals = abortSignal instanceof AbortSignal ? [abortSignal] : [];
  const timeout = requestTimeout > 0 ? [AbortSignal.timeout(requestTimeout)] : [];
  const ended = AbortSignal.any([...signals, ...timeout]);
  await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
  throw Object.assign(new Error('no answer'), { name: signals[0]?.aborted ? 'AbortError' : 'TimeoutError' });
}

/** Not retryable, so that a fault stays a fault. */
function faultOf(message: string): Error {
  return Object.assign(new Error(message), { name: 'InjectedFault', $retryable: undefined });
}
