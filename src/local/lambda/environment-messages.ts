import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import type { Context } from 'aws-lambda';

/** The start message of an environment's thread. */
export interface EnvironmentStart {
  /** The function's bundle. */
  readonly file: string;
  readonly functionName: string;
  readonly port: MessagePort;
  /** Changes with each event that is sent: a frozen thread waits for that. */
  readonly wake: Int32Array<SharedArrayBuffer>;
  /** The virtual clock; default: the machine's. */
  readonly offsetMs?: Float64Array<SharedArrayBuffer>;
}

/** An event for an environment, as JSON. */
export interface EnvironmentEvent {
  readonly event: string;
  readonly requestId: string;
  readonly timeoutMs: number;
}

/** An error, serialized between threads. */
export interface ErrorMessage {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** A message from an environment. Output and responses keep their order. */
export type EnvironmentMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-started'; readonly error: ErrorMessage }
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | {
      readonly kind: 'answered';
      /** JSON. */
      readonly result: string;
      readonly left: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: ErrorMessage; readonly left: readonly string[] };

/** A function's error with its stack in the environment. */
export class FunctionError extends Error {
  /** Kinds of what was running still when the environment was frozen. */
  readonly left: readonly string[];

  constructor({ name, message, stack }: ErrorMessage, file: string, left: readonly string[] = []) {
    super(message);
    this.left = left;
    this.name = name;
    this.stack = inSources(stack, file) || `${name}: ${message}`;
  }
}

/** A function had not answered when its time was up. */
export class FunctionTimeoutError extends Error {
  override readonly name = 'FunctionTimeoutError';

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/** The function's concurrency limit is reached. */
export class FunctionThrottledError extends Error {
  override readonly name = 'FunctionThrottledError';
}

/** An environment ended before it answered. */
export class EnvironmentEndedError extends Error {
  override readonly name = 'EnvironmentEndedError';
}

/** A function's answer left something running, which on Lambda continues with the next event or never. */
export class LeftRunningError extends Error {
  override readonly name = 'LeftRunningError';
}

/** Places in a bundle as places in the sources, where the bundle has a map beside it. */
function inSources(stack: string, file: string): string {
  const map = stack.includes(file) ? readMap(file) : undefined;
  if (!map) return stack;
  return stack.replaceAll(/(\/[^\s():]+):(\d+):(\d+)/g, (place, path, line, column) => {
    if (path !== file) return place;
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    const source = URL.parse(entry.originalSource, `file://${file}`)?.pathname ?? entry.originalSource;
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

/** The context of an invocation. */
export function lambdaContext(functionName: string, timeoutMs: number): Context {
  const endsAt = Date.now() + timeoutMs;
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: crypto.randomUUID(),
    logGroupName: functionName,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
