import type { FromWorker, Job, Results, ToWorker } from './chat-messages.ts';
import type { Call, Played } from './play-turn.ts';

interface Waiting {
  readonly resolve: (result: Results[keyof Results]) => void;
  readonly reject: (error: Error) => void;
  readonly ask: ((call: Call) => Promise<Played>) | undefined;
}

/** The engine in a worker of its own, a job at a time or several. */
export class ChatWorker {
  readonly #worker = new Worker(new URL('./chat.worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  #jobs = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => void this.#hear(data);
    this.#worker.onerror = () => this.#fail('the engine could not be loaded');
  }

  /** @throws Error when the flow can't be tried */
  async ask<Kind extends Job['do']>(
    job: Extract<Job, { do: Kind }>,
    ask?: (call: Call) => Promise<Played>,
  ): Promise<Results[Kind]> {
    this.#jobs += 1;
    const id = this.#jobs;
    const result = new Promise<Results[keyof Results]>((resolve, reject) =>
      this.#waiting.set(id, { resolve, reject, ask }),
    );
    this.#worker.postMessage({ id, job } satisfies ToWorker);
    // The worker answers each job with what its kind results in.
    return (await result) as Results[Kind];
  }

  stop(): void {
    this.#worker.terminate();
    this.#fail('stopped');
  }

  async #hear(message: FromWorker): Promise<void> {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if ('call' in message) {
      const played = await waiting.ask?.(message.call).catch(() => undefined);
      if (played) this.#worker.postMessage({ id: message.id, played } satisfies ToWorker);
      return;
    }
    this.#waiting.delete(message.id);
    if ('result' in message) waiting.resolve(message.result);
    else waiting.reject(new Error(message.failure));
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}
