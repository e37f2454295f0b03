import type { MessagePort } from 'node:worker_threads';

/** What an environment's thread is started with. */
export interface EnvironmentStart {
  /** The function's bundle. */
  readonly file: string;
  readonly functionName: string;
  readonly port: MessagePort;
  /** Changes with each event that is sent: a frozen thread waits for that. */
  readonly wake: Int32Array<SharedArrayBuffer>;
  /** Of a virtual clock; without it the environment has the machine's. */
  readonly offsetMs?: Float64Array<SharedArrayBuffer>;
}

/** An event for an environment, as JSON. */
export interface EnvironmentEvent {
  readonly event: string;
  readonly requestId: string;
  readonly timeoutMs: number;
}

/** An error on its way between threads. */
export interface ErrorMessage {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** What an environment tells; output and answers in the order in which they were made. */
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
