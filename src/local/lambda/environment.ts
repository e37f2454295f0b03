import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { FunctionName } from '../../contract/function-timeouts.ts';
import type { EnvironmentEvent, EnvironmentMessage, EnvironmentStart } from './environment-messages.ts';
import { EnvironmentEndedError, FunctionError, FunctionTimeoutError } from './function-error.ts';

/** What an environment is made of. */
export interface EnvironmentSettings {
  readonly name: FunctionName;
  /** The function's bundle. */
  readonly file: string;
  /** Its environment variables, all of them. */
  readonly env: Readonly<Record<string, string>>;
  readonly offsetMs?: Float64Array<SharedArrayBuffer>;
  /** Hears what it writes, besides this process's own output. */
  readonly onOutput?: (text: string) => void;
  /** Whether this process's own output shows what it writes; all of it, where it isn't said. */
  readonly isShown?: (text: string) => boolean;
}

/** What an event came to. */
export interface Answer {
  readonly result: unknown;
  /** Kinds of what was running still when the environment was frozen. */
  readonly left: readonly string[];
}

interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const thread = new URL('./environment-thread.ts', import.meta.url);
/** Compiled code, kept by Node from environment to environment: more than a third of what a start computes. */
const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/environments');
/** As long as Lambda gives a start. */
const startTimeoutMs = 10_000;

/**
 * One execution environment of a function: a thread that shares no memory with any other and is frozen between its
 * answer and the next event. @see design 8
 */
export class Environment {
  /** Settles when the bundle has been loaded, or could not be. */
  readonly started: Promise<void>;
  #ended = false;
  #pending: Pending | undefined;
  readonly #settings: EnvironmentSettings;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #wake = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(settings: EnvironmentSettings) {
    this.#settings = settings;
    const { name, file, env, offsetMs } = settings;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const start: EnvironmentStart = {
      file,
      functionName: name,
      port: port2,
      wake: this.#wake,
      ...(offsetMs && { offsetMs }),
    };
    this.#worker = new Worker(thread, {
      name,
      env: { ...env, NODE_COMPILE_CACHE: compileCache },
      execArgv: [],
      workerData: start,
      transferList: [port2],
    });
    this.started = this.#within(startTimeoutMs);
    this.#port.on('message', (message: EnvironmentMessage) => this.#hear(message));
    this.#worker.on('error', (error: Error) => this.#end(new FunctionError(textsOf(error), file)));
    this.#worker.on('exit', () => this.#end(new EnvironmentEndedError('the environment ended')));
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Runs the function on an event; one at a time.
   * @throws FunctionError which the function threw; the environment stays
   * @throws FunctionTimeoutError, EnvironmentEndedError: it is gone
   */
  async invoke(event: unknown, timeoutMs: number): Promise<Answer> {
    const message: EnvironmentEvent = { event: JSON.stringify(event), requestId: randomUUID(), timeoutMs };
    const answer = Promise.withResolvers<Answer>();
    this.#pending = answer;
    const timer = setTimeout(() => this.#end(new FunctionTimeoutError(timeoutMs)), timeoutMs);
    this.#port.postMessage(message);
    Atomics.add(this.#wake, 0, 1);
    Atomics.notify(this.#wake, 0);
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends it at once, whatever it is doing, as `kill -9` would. */
  async terminate(): Promise<void> {
    this.#end(new EnvironmentEndedError('the environment was ended'));
    await this.#worker.terminate();
  }

  async #within(timeoutMs: number): Promise<void> {
    const start = Promise.withResolvers<Answer>();
    this.#pending = start;
    const timer = setTimeout(() => this.#end(new FunctionTimeoutError(timeoutMs)), timeoutMs);
    try {
      await start.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #hear(message: EnvironmentMessage): void {
    const { file, isShown } = this.#settings;
    switch (message.kind) {
      case 'output':
        if (isShown?.(message.text) ?? true) process[message.stream].write(message.text);
        this.#settings.onOutput?.(message.text);
        break;
      case 'ready':
        this.#take()?.resolve({ result: null, left: [] });
        break;
      case 'not-started':
        this.#end(new FunctionError(message.error, file));
        break;
      case 'answered':
        this.#take()?.resolve({ result: JSON.parse(message.result), left: message.left });
        break;
      case 'failed':
        this.#take()?.reject(new FunctionError(message.error, file, message.left));
    }
  }

  #take(): Pending | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#port.close();
    this.#take()?.reject(error);
    void this.#worker.terminate();
  }
}

function textsOf({ name, message, stack = '' }: Error) {
  return { name, message, stack };
}
