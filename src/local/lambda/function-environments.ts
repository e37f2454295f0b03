import { randomUUID } from 'node:crypto';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { FunctionName } from '../../contract/function-settings.ts';
import {
  EnvironmentEndedError,
  type EnvironmentEvent,
  type EnvironmentMessage,
  type EnvironmentStart,
  FunctionError,
  FunctionThrottledError,
  FunctionTimeoutError,
} from './environment-messages.ts';

/** An event that has no environment yet. */
interface Waiting {
  readonly event: unknown;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface FunctionEnvironmentsOptions extends EnvironmentSettings {
  readonly timeoutMs: number;
  /** Events at a time; one more is refused. */
  readonly concurrency: number;
  /** How long an idle environment is kept. */
  readonly idleMs: number;
  readonly startPace: StartPace;
  /** Called with the resources that a response left open. */
  readonly onLeft: (left: readonly string[]) => void;
}

/**
 * The environments of one function: an event takes a free one, else a new one is started for it, and whichever of them
 * is ready first serves it. @see https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
 */
export class FunctionEnvironments {
  readonly #options: FunctionEnvironmentsOptions;
  readonly #all = new Set<Environment>();
  /** The one that was used last is used next, so that what is not needed gets old. */
  readonly #free: Environment[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #idle = new Map<Environment, NodeJS.Timeout>();
  #starting = 0;
  #running = 0;
  #stopped = false;

  constructor(options: FunctionEnvironmentsOptions) {
    this.#options = options;
  }

  /** Those that live, also while they start. */
  get all(): readonly Environment[] {
    return [...this.#all];
  }

  /** Events that are being worked on. */
  get running(): number {
    return this.#running;
  }

  /** @throws FunctionThrottledError above the function's concurrency, or what the function or its environment throws */
  invoke(event: unknown): Promise<unknown> {
    if (this.#stopped) return Promise.reject(new EnvironmentEndedError('the functions have been stopped'));
    const { concurrency } = this.#options;
    if (this.#running + this.#waiting.length >= concurrency)
      return Promise.reject(new FunctionThrottledError(`more than ${concurrency} events at a time`));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, resolve, reject });
      this.#dispatch();
    });
  }

  /** Ends all environments, whatever they are doing. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { reject } of this.#waiting.splice(0))
      reject(new EnvironmentEndedError('the functions have been stopped'));
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all(this.all.map((environment) => environment.terminate()));
  }

  #dispatch(): void {
    for (;;) {
      const environment = this.#takeFree();
      const next = environment && this.#waiting.shift();
      if (!next) break;
      void this.#run(environment, next);
    }
    while (this.#starting < this.#waiting.length) void this.#start();
  }

  /** One that lives, only while an event waits for it. */
  #takeFree(): Environment | undefined {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      const environment = this.#free.pop();
      if (!environment) return undefined;
      clearTimeout(this.#idle.get(environment));
      this.#idle.delete(environment);
      if (!environment.ended) return environment;
      this.#all.delete(environment);
    }
    return undefined;
  }

  async #run(environment: Environment, { event, resolve, reject }: Waiting): Promise<void> {
    this.#running += 1;
    try {
      const { result, left } = await environment.invoke(event, this.#options.timeoutMs);
      this.#options.onLeft(left);
      resolve(result);
    } catch (error) {
      if (error instanceof FunctionError) this.#options.onLeft(error.left);
      reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#running -= 1;
    this.#release(environment);
    this.#dispatch();
  }

  #release(environment: Environment): void {
    if (environment.ended || this.#stopped) {
      this.#all.delete(environment);
      return;
    }
    this.#free.push(environment);
    const timer = setTimeout(() => this.#forget(environment), this.#options.idleMs).unref();
    this.#idle.set(environment, timer);
  }

  #forget(environment: Environment): void {
    this.#idle.delete(environment);
    this.#free.splice(this.#free.indexOf(environment), 1);
    this.#all.delete(environment);
    void environment.terminate();
  }

  /** A start that is no longer needed does not begin. A failed one fails the event that has waited longest. */
  async #start(): Promise<void> {
    this.#starting += 1;
    let failure: Error | undefined;
    await this.#options.startPace({
      count: () => this.#all.size,
      isNeeded: () => !this.#stopped && this.#waiting.length >= this.#starting,
      run: async () => {
        const environment = new Environment(this.#options);
        this.#all.add(environment);
        failure = await environment.started.then(
          () => undefined,
          (error: Error) => error,
        );
        this.#release(environment);
      },
    });
    this.#starting -= 1;
    if (failure) this.#waiting.shift()?.reject(failure);
    this.#dispatch();
  }
}

/** The parts of an environment. */
interface EnvironmentSettings {
  readonly name: FunctionName;
  /** The function's bundle. */
  readonly file: string;
  /** Its environment variables, all of them. */
  readonly env: Readonly<Record<string, string>>;
  readonly offsetMs?: Float64Array<SharedArrayBuffer>;
  /** Receives its output, in addition to this process's own. */
  readonly onOutput?: (text: string) => void;
  /** Whether this process prints its output; default: all. */
  readonly isShown?: (text: string) => boolean;
}

/** The result of an event. */
interface Answer {
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
/** The time that Lambda allows for a start. */
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
    this.started = this.#within(startTimeoutMs).then(() => undefined);
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
    const answer = this.#within(timeoutMs);
    this.#port.postMessage(message);
    Atomics.add(this.#wake, 0, 1);
    Atomics.notify(this.#wake, 0);
    return answer;
  }

  /** Ends it at once, whatever it is doing, as `kill -9` would. */
  async terminate(): Promise<void> {
    this.#end(new EnvironmentEndedError('the environment was ended'));
    await this.#worker.terminate();
  }

  /** The next message that is an answer. */
  async #within(timeoutMs: number): Promise<Answer> {
    const pending = Promise.withResolvers<Answer>();
    this.#pending = pending;
    const timer = setTimeout(() => this.#end(new FunctionTimeoutError(timeoutMs)), timeoutMs);
    try {
      return await pending.promise;
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

/** An environment that is to be started. */
interface PacedStart {
  /** Environments that its function has by then. */
  count(): number;
  /** Whether an event is still waiting for it. */
  isNeeded(): boolean;
  run(): Promise<void>;
}

/** Runs a start when its turn has come, if it is needed then. */
type StartPace = (start: PacedStart) => Promise<void>;

const stepMs = 250;
/** A busy machine lets a function have its nth environment after n times this, so that none starves. */
const waitPerEnvironmentMs = 500;
/** The share of the machine's CPU time above which it counts as busy. */
const busyShare = 0.85;
/**
 * The share of this thread's time above which it counts as busy. All calls of environments go through it, so more
 * environments don't help a busy thread.
 */
const fullShare = 0.7;

/**
 * Starts environments as fast as this machine benefits. On Lambda each has its own cores. Here another one helps
 * while the others wait, and slows all of them while they compute. So beyond the first few, a start waits until
 * neither the machine nor this thread is busy, but not forever, and never before a function's first environment.
 * @param isBusy whether machine or thread are busy for a moment from now
 */
export function createStartPace(cores = availableParallelism(), isBusy = isBusyNow): StartPace {
  const inSlot = slots(cores);
  const inLine = slots(cores);
  const few = 2 * cores;
  /** @returns whether that was all there is to do */
  const tryNow = ({ count, isNeeded, run }: PacedStart, limit: number) =>
    inSlot(async () => {
      if (!isNeeded()) return true;
      if (count() >= limit) return false;
      await run();
      return true;
    });
  return async (start) => {
    if (await tryNow(start, few)) return;
    await inLine(async () => {
      const most = start.count() * (waitPerEnvironmentMs / stepMs);
      for (let look = 0; look < most && start.isNeeded() && (await isBusy()); look += 1);
      await tryNow(start, Number.POSITIVE_INFINITY);
    });
  };
}

/** Lets so many run side by side; the others wait, first come, first served. */
function slots(count: number) {
  let free = count;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function isBusyNow(): Promise<boolean> {
  const before = machineTime();
  const loop = performance.eventLoopUtilization();
  await pause(stepMs, undefined, { ref: false });
  const after = machineTime();
  const allMs = after.allMs - before.allMs;
  const busy = 1 - (after.idleMs - before.idleMs) / allMs;
  return allMs <= 0 || busy >= busyShare || performance.eventLoopUtilization(loop).utilization >= fullShare;
}

function machineTime() {
  let idleMs = 0;
  let allMs = 0;
  for (const { times } of cpus()) {
    idleMs += times.idle;
    allMs += Object.values(times).reduce((sum, ms) => sum + ms, 0);
  }
  return { idleMs, allMs };
}
