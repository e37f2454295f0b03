import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

interface Frame {
  readonly id: string;
  readonly caller: Frame | undefined;
}

/** What one invocation of a function went through. */
export interface Walk {
  /** Every function that was entered, in order. */
  readonly entered: string[];
  /** For each request to AWS its operation, and the functions above it, outermost first. */
  readonly requests: { readonly operation: string; readonly frames: readonly string[] }[];
}

/** Notes the functions that instrumented code enters; a caller is one across an `await`, too. */
export class Recorder {
  readonly #frames = new AsyncLocalStorage<Frame | undefined>();
  #walk: Walk | undefined;

  constructor() {
    subscribe('http.client.request.created', (message) => {
      const { request } = message as { readonly request: ClientRequest };
      const operation =
        String(request.getHeader('x-amz-target') ?? '')
          .split('.')
          .at(-1) ?? '';
      if (!this.#walk || operation === '') return;
      const frames: string[] = [];
      for (let frame = this.#frames.getStore(); frame; frame = frame.caller) frames.unshift(frame.id);
      this.#walk.requests.push({ operation, frames });
    });
  }

  enter(id: string): void {
    this.#walk?.entered.push(id);
  }

  run<T>(id: string, body: () => T): T {
    if (!this.#walk) return body();
    this.#walk.entered.push(id);
    return this.#frames.run({ id, caller: this.#frames.getStore() }, body);
  }

  /** Records what `work` goes through. */
  async record(work: () => Promise<unknown>): Promise<Walk> {
    const walk: Walk = { entered: [], requests: [] };
    this.#walk = walk;
    try {
      await this.#frames.run(undefined, work);
    } finally {
      this.#walk = undefined;
    }
    return walk;
  }
}
