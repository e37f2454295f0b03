import type * as z from 'zod/mini';
import type { Answered, Call } from './api.ts';
import { type ApiError, asApiError } from './api-error.ts';
import type { AnyOptions, PathOf } from './routes.ts';

/** What is known of an address of the API. */
export interface Known<Body> {
  /** The last answer; kept while it is asked for again, and when that fails. */
  readonly answer: Answered<Body> | null;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
}

/** How often it was asked, and what came of the last time. */
interface Turn {
  readonly turn: number;
  readonly known: Known<unknown>;
}

const nothing: Known<never> = { answer: null, error: null, isLoading: true };

/** A question to the API: two pages that read one address in different ways don't share what they read. */
export interface Question<Schema extends z.ZodMiniType = z.ZodMiniType> {
  readonly path: PathOf<'GET'>;
  readonly asked: AnyOptions;
  readonly schema: Schema;
}

/** Answers of a tenant's API, for all who show them. */
export class QueryStore {
  readonly #call: Call;
  readonly #known = new Map<z.ZodMiniType, Map<string, Turn>>();
  readonly #listeners = new Set<() => void>();

  constructor(call: Call) {
    this.#call = call;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is known now; the same object until it changes. */
  read<Schema extends z.ZodMiniType>(question: Question<Schema>): Known<z.infer<Schema>> {
    return (this.#find(question)?.known as Known<z.infer<Schema>> | undefined) ?? nothing;
  }

  /** Asks again; of several answers the one that was asked for last counts. */
  async load(question: Question): Promise<void> {
    const turn = (this.#find(question)?.turn ?? 0) + 1;
    const { answer } = this.read(question);
    this.#set(question, { turn, known: { ...this.read(question), isLoading: true } });
    const { path, schema, asked } = question;
    const known = await this.#call('GET', path, schema, asked as never).then(
      (fresh): Known<unknown> => ({ answer: fresh, error: null, isLoading: false }),
      (error: unknown): Known<unknown> => ({ answer, error: asApiError(error), isLoading: false }),
    );
    if (this.#find(question)?.turn === turn) this.#set(question, { turn, known });
  }

  #find(question: Question): Turn | undefined {
    return this.#known.get(question.schema)?.get(keyOf(question));
  }

  #set(question: Question, turn: Turn): void {
    const { schema } = question;
    const paths = this.#known.get(schema) ?? new Map<string, Turn>();
    this.#known.set(schema, paths.set(keyOf(question), turn));
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = ({ path, asked }: Question) => `${path} ${JSON.stringify(asked)}`;
