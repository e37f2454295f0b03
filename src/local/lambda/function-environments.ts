import { Environment, type EnvironmentSettings } from './environment.ts';
import { EnvironmentEndedError, FunctionError, FunctionThrottledError } from './function-error.ts';
import type { StartPace } from './start-pace.ts';

/** An event that has no environment yet. */
interface Waiting {
  readonly event: unknown;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export interface FunctionEnvironmentsOptions extends EnvironmentSettings {
  readonly timeoutMs: number;
  /** Events at a time; one more is refused. */
  readonly concurrency: number;
  /** How long an environment is kept without work. */
  readonly idleMs: number;
  readonly startPace: StartPace;
  /** Hears of what an answer left running. */
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

  /** A start that nobody waits for any more doesn't begin. One that fails fails the event that has waited longest. */
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
