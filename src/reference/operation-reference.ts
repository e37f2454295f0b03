import type * as z from 'zod/mini';
import type { ProblemCode } from '../contract/problem.ts';

/** A request header that has an entry of its own. */
export type RequestHeader =
  | 'tenant'
  | 'chosenTenant'
  | 'keysTenant'
  | 'widget'
  | 'session'
  | 'after'
  | 'idempotencyKey'
  | 'keyAlias'
  | 'neededKey'
  | 'signature'
  | 'signatureTime'
  | 'visitorToken'
  | 'ifMatch'
  | 'mayMatch'
  | 'ifNoneMatch'
  | 'handoffMatch'
  | 'hubSignature'
  | 'channelKey'
  | 'centerSignature'
  | 'centerSignatureTime';

/** A response header that has an entry of its own. */
export type AnswerHeader = 'etag' | 'rateLimit' | 'rateLimitPolicy' | 'replayed' | 'location' | 'retryAfter';

export interface AnswerReference {
  readonly means: string;
  readonly body?: z.ZodMiniType;
  /** Where the body is not JSON. */
  readonly contentType?: string;
  /** What it may be asked for as, besides JSON. */
  readonly alsoAs?: string;
  /** How what is not JSON looks. */
  readonly textExample?: string;
  readonly headers?: readonly AnswerHeader[];
  /** By a word for each, where the one of its body is not meant. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** What the reference says of one operation. */
export interface OperationReference {
  readonly summary: string;
  readonly description?: string;
  readonly headers?: readonly RequestHeader[];
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Requests as they may be sent, by a word for each. */
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<number, AnswerReference>>;
  /** What it refuses, besides what every operation of its kind does. */
  readonly problems?: readonly ProblemCode[];
}
