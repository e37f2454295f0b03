import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { Call as ApiCall } from '../../../api/api.ts';
import type { FromWorker, Job, Results, ToWorker } from './chat-messages.ts';
import type { Call, Played } from './play-turn.ts';
import { calledBy, loadCalled } from './use-called.ts';

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

type Draft = Pick<DraftContent, 'definition' | 'conversations'>;

/** Called flows may be published again meanwhile. */
const calledFreshMs = 30_000;

/** Plays the tests of a flow's drafts, each draft once for all callers. The worker is loaded with the first. */
export class ScriptPlayer {
  readonly #call: ApiCall;
  readonly #flowId: string;
  #worker: ChatWorker | null = null;
  #called: {
    readonly ids: string;
    readonly atMs: number;
    readonly flows: ReturnType<typeof loadCalled>;
  } | null = null;
  #last: (Draft & { readonly result: Promise<Results['run']> }) | null = null;
  #stops = 0;

  constructor(call: ApiCall, flowId: string) {
    this.#call = call;
    this.#flowId = flowId;
  }

  /** @throws Error when the flow can't be tried */
  run({ definition, conversations }: Draft): Promise<Results['run']> {
    if (this.#called?.ids && Date.now() - this.#called.atMs > calledFreshMs) this.#forgetCalled();
    const last = this.#last;
    if (last?.definition === definition && last.conversations === conversations) return last.result;
    const result = this.#play({ definition, conversations });
    const next = { definition, conversations, result };
    this.#last = next;
    result.catch(() => {
      if (this.#last === next) this.#last = null;
    });
    return result;
  }

  async #play({ definition, conversations }: Draft): Promise<Results['run']> {
    const stops = this.#stops;
    const ids = calledBy(definition, this.#flowId).sort();
    if (this.#called?.ids !== ids.join(' '))
      this.#called = {
        ...{ ids: ids.join(' '), atMs: Date.now() },
        flows: loadCalled(this.#call, this.#flowId, ids),
      };
    const others = await this.#called.flows;
    // One that could not be loaded may be there the next time.
    if (ids.some((id) => others.every((flow) => flow.id !== id))) this.#forgetCalled();
    if (stops !== this.#stops) throw new Error('stopped');
    this.#worker ??= new ChatWorker();
    const flow = { definition: { ...definition, id: this.#flowId, version: 1 }, others };
    return this.#worker.ask<'run'>({ do: 'run', flow, scripts: conversations });
  }

  #forgetCalled(): void {
    this.#called = null;
    this.#last = null;
  }

  stop(): void {
    this.#stops += 1;
    this.#last = null;
    this.#worker?.stop();
    this.#worker = null;
  }
}
