import type * as z from 'zod/mini';
import type { ProblemCode } from '../problem.ts';
import type { Capability } from '../roles.ts';
import type { ServiceCapability } from '../service/keys.ts';
import type { AnswerHeader, RequestHeader } from './headers.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One answer of an operation. */
export interface Answer {
  /** Its description: what the answer means. */
  readonly means: string;
  readonly body?: z.ZodMiniType;
  /** The media type of a body that is not JSON. */
  readonly contentType?: string;
  /** A second media type, besides JSON. */
  readonly alsoAs?: string;
  /** An example of the body that is not JSON. */
  readonly textExample?: string;
  readonly headers?: readonly AnswerHeader[];
  /** By name, in place of the example that its schema has in `examples`. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** One operation: what THE table of routes and the OpenAPI document say of it. */
export interface Operation {
  /** Method and path, or several, below the root of its group. */
  readonly route: `${Method} /${string}` | readonly `${Method} /${string}`[];
  /** The one capability that the caller needs. @see design 9 */
  readonly capability?: Capability | ServiceCapability;
  readonly summary: string;
  readonly description: string;
  /** Request headers besides those that follow from the kind of route. */
  readonly headers?: readonly RequestHeader[];
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Request bodies, by name. */
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Refusals besides those that follow from its path, headers, body and kind. */
  readonly problems?: readonly ProblemCode[];
}

export type Operations = Readonly<Record<string, Operation>>;

/** Returns the answers of a list. */
export const pageOf = (body: z.ZodMiniType) => ({ 200: { means: 'One page of the list.', body } }) as const;

/** The answer of a deletion. */
export const deleted = { 204: { means: 'Deleted.' } } as const;
