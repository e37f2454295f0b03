import { createRequire } from 'node:module';
import { setImmediate as nextRound } from 'node:timers/promises';
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { EnvironmentEvent, EnvironmentMessage, EnvironmentStart } from './environment-messages.ts';

/*
 * An execution environment, in a thread of its own: loads a function's bundle once and runs it event by event. Between
 * its answer and the next event the thread stands still, as Lambda freezes an environment: timers don't fire, and what
 * was in progress continues only with the next event.
 */

type Handler = (event: unknown, context: object) => Promise<unknown>;

const { file, functionName, port, wake, offsetMs }: EnvironmentStart = workerData;
const send = (message: EnvironmentMessage) => port.postMessage(message);
/** Resources that the thread itself keeps open. */
const ownResources = new Set(['MessagePort', 'Immediate']);

for (const stream of ['stdout', 'stderr'] as const) {
  // The stream's own flush waits for the other thread, which a frozen thread does not receive.
  process[stream].write = (chunk: unknown, ...rest: unknown[]) => {
    send({ kind: 'output', stream, text: typeof chunk === 'string' ? chunk : textOf(chunk) });
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
}
// Node has read it; a function sees what a deployment gives it.
delete process.env.NODE_COMPILE_CACHE;
if (offsetMs) moveClock(offsetMs);

const handler = load();
if (handler) void serve(handler);

async function serve(handle: Handler): Promise<never> {
  send({ kind: 'ready' });
  for (;;) await run(handle, frozenUntilNextEvent());
}

function load(): Handler | undefined {
  try {
    return createRequire(import.meta.url)(file).handler;
  } catch (error) {
    send({ kind: 'not-started', error: errorMessage(error) });
    return undefined;
  }
}

function frozenUntilNextEvent(): EnvironmentEvent {
  for (;;) {
    const sent = Atomics.load(wake, 0);
    const received = receiveMessageOnPort(port);
    if (received) return received.message;
    Atomics.wait(wake, 0, sent);
  }
}

async function run(handle: Handler, { event, requestId, timeoutMs }: EnvironmentEvent): Promise<void> {
  // An event comes over the network: connections that were closed in the meantime are noticed before it is.
  await rounds();
  const endsAt = performance.now() + timeoutMs;
  const context = contextOf(requestId, () => Math.max(0, Math.ceil(endsAt - performance.now())));
  try {
    const result = JSON.stringify((await handle(JSON.parse(event), context)) ?? null);
    send({ kind: 'answered', result, left: await leftRunning() });
  } catch (error) {
    send({ kind: 'failed', error: errorMessage(error), left: await leftRunning() });
  }
}

/** Waits until a response's resources are closed: idle sockets are released, cleared timers are gone. */
async function rounds(): Promise<void> {
  await nextRound();
  await nextRound();
}

/** So many times two rounds a socket may take that its server closes at this very moment. */
const looksMost = 5;

async function leftRunning(): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    await rounds();
    const left = process.getActiveResourcesInfo().filter((name) => !ownResources.has(name));
    if (left.length === 0 || look === looksMost) return left;
  }
}

function contextOf(awsRequestId: string, getRemainingTimeInMillis: () => number) {
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis,
  };
}

function errorMessage(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' };
  return { name: error.name, message: error.message, stack: error.stack ?? '' };
}

function textOf(chunk: unknown): string {
  return chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk);
}

/** All code in this thread sees the virtual time, the SDK's too. */
function moveClock(offset: Float64Array): void {
  const MachineDate = Date;
  const machineNow = Date.now;
  const now = () => machineNow() + (offset[0] ?? 0);
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new MachineDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
