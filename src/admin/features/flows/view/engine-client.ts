import type { EngineJob, EngineResults, FromEngine, ToEngine } from './engine-jobs.ts';

/** The part of a worker that is used, so that a test can stand in for it. */
export interface EngineWorker {
  onmessage: ((event: MessageEvent<FromEngine>) => void) | null;
  postMessage: (message: ToEngine) => void;
  terminate: () => void;
}

/** Calls the engine in a worker. After it is stopped, calls never resolve. */
export class EngineClient {
  readonly #start: () => EngineWorker;
  #worker: EngineWorker | null = null;
  readonly #waiting = new Map<number, (result: EngineResults[EngineJob['do']]) => void>();
  #asked = 0;

  /** @param start starts the worker with the first question */
  constructor(
    start: () => EngineWorker = () =>
      new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }),
  ) {
    this.#start = start;
  }

  readonly ask = async <Kind extends EngineJob['do']>(
    job: Extract<EngineJob, { do: Kind }>,
  ): Promise<EngineResults[Kind]> => {
    this.#asked += 1;
    const id = this.#asked;
    const result = new Promise<EngineResults[EngineJob['do']]>((resolve) => this.#waiting.set(id, resolve));
    this.#worker ??= this.#started();
    this.#worker.postMessage({ id, job });
    // The worker answers each job with what its kind results in.
    return (await result) as EngineResults[Kind];
  };

  stop(): void {
    this.#waiting.clear();
    this.#worker?.terminate();
  }

  #started(): EngineWorker {
    const worker = this.#start();
    worker.onmessage = ({ data: { id, result } }) => {
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    };
    return worker;
  }
}
