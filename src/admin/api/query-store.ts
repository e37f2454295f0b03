import type * as z from 'zod/mini';
import type { Answered, Call } from './api.ts';
import { type ApiError, asApiError } from './api-error.ts';

/** What is known of an address of the API. */
export interface Known<Body> {
  /** The last answer; kept while it is asked for again, and when that fails. */
  readonly answer: Answered<Body> | null;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
}

const nothing: Known<never> = { answer: null, error: null, isLoading: true };

/** Answers of a tenant's API by their address, for all who show them. */
export class QueryStore {
  readonly #call: Call;
  readonly #known = new Map<string, Known<unknown>>();
  readonly #listeners = new Set<() => void>();
  readonly #latest = new Map<string, number>();

  constructor(call: Call) {
    this.#call = call;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is known now; the same object until it changes. */
  read<Body>(path: string): Known<Body> {
    return (this.#known.get(path) as Known<Body> | undefined) ?? nothing;
  }

  /** Asks again; of several answers the one that was asked for last counts. */
  async load(path: string, schema: z.ZodMiniType): Promise<void> {
    const turn = (this.#latest.get(path) ?? 0) + 1;
    this.#latest.set(path, turn);
    this.#set(path, { ...this.read(path), isLoading: true });
    const { answer } = this.read(path);
    const known = await this.#call(path, schema).then(
      (fresh): Known<unknown> => ({ answer: fresh, error: null, isLoading: false }),
      (error: unknown): Known<unknown> => ({ answer, error: asApiError(error), isLoading: false }),
    );
    if (this.#latest.get(path) === turn) this.#set(path, known);
  }

  #set(path: string, known: Known<unknown>): void {
    this.#known.set(path, known);
    for (const listener of this.#listeners) listener();
  }
}
