import { type ProblemCode, problemDetails, problemStatuses } from '../contract/problem.ts';
import type { Problem } from '../contract/problem-body.ts';
import type { RunFlow } from '../contract/runs.ts';
import type { FlowPosition } from '../contract/vocabulary.ts';

type FieldErrors = NonNullable<Problem['errors']>;
/** Additional members of a problem of one kind. */
type OwnMembers = Pick<Problem, 'leastRole' | 'current' | 'currentEtag' | 'usedBy' | 'validation'>;

interface ProblemOptions {
  /** Set if it differs from the code's usual status. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: FieldErrors | undefined;
  readonly members?: OwnMembers;
  readonly cause?: unknown;
}

/** Codes that always say the same. */
type FixedCode = keyof typeof problemDetails;

/**
 * An expected error whose message is for the caller. The table of codes has its status, and its message if that is
 * constant.
 * @see design 2.6
 */
export class GatewayError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  /** Response headers that belong to the refusal (`retry-after`, `allow`, …). */
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: FieldErrors | undefined;
  readonly members: OwnMembers;

  constructor(code: FixedCode);
  constructor(code: ProblemCode, detail: string, options?: ProblemOptions);
  constructor(code: ProblemCode, detail?: string, options: ProblemOptions = {}) {
    super(detail ?? problemDetails[code as FixedCode], options);
    this.name = new.target === GatewayError ? nameOf(code) : new.target.name;
    this.code = code;
    this.status = options.status ?? problemStatuses[code][0];
    this.headers = options.headers ?? {};
    this.errors = options.errors;
    this.members = options.members ?? {};
  }
}

/** The name that logs and counts know a problem by: `route_not_found` is `RouteNotFoundError`. */
function nameOf(code: ProblemCode): string {
  const words = code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Error`;
}

/** Whether an error is a problem with this code. */
export function isProblem(error: unknown, code: ProblemCode): error is GatewayError {
  return error instanceof GatewayError && error.code === code;
}

/** The body violates its schema. @see spec "Errors" */
export function invalidBody(message: string, errors?: FieldErrors): GatewayError {
  return new GatewayError('invalid_body', message, { ...(errors && { errors }) });
}

/** A header is missing, doubled or malformed. */
export function invalidHeader(
  message: string,
  code: 'invalid_header' | 'missing_header' = 'invalid_header',
): GatewayError {
  return new GatewayError(code, message);
}

/** A query or path parameter is malformed. */
export function invalidParameter(message: string): GatewayError {
  return new GatewayError('invalid_parameter', message);
}

/** Larger than the route takes. */
export function bodyTooLarge(limitBytes: number): GatewayError {
  return new GatewayError('body_too_large', `the body is larger than ${limitBytes} bytes`);
}

/** Not JSON by its Content-Type, or compressed. */
export function unsupportedMediaType(detail = 'Content-Type must be application/json'): GatewayError {
  return new GatewayError('unsupported_media_type', detail);
}

/** The HMAC does not match, or there is nothing to check it with. @see spec "Errors" */
export class InvalidSignatureError extends GatewayError {
  constructor(message = 'the signature is missing or does not match the raw body') {
    super('invalid_signature', message);
  }
}

/** The visitor token is invalid. @see design 2.2 */
export function invalidVisitorToken(
  message = 'the visitor token is malformed or not signed with the identity secret of the widget',
): GatewayError {
  return new GatewayError('invalid_visitor_token', message);
}

/** The tenant does not exist or is suspended: the caller can't tell which. @see spec "Errors" */
export class TenantNotFoundError extends GatewayError {
  constructor() {
    super('tenant_not_found');
  }
}

/** The same idempotency key with another body. @see spec "Errors" */
export class DedupConflict extends GatewayError {
  constructor() {
    super('idempotency_conflict');
  }
}

/** The same idempotency key while its first request still runs. @see design 2.3 */
export function requestInProgress(): GatewayError {
  return new GatewayError('request_in_progress', 'a request with this idempotency key is still running', {
    headers: { 'retry-after': '1' },
  });
}

/** More messages than the session, the tenant or one address of the tenant's visitors may send. @see design 2.4, RFC 9110 10.2.3 */
export class RateLimitExceeded extends GatewayError {
  constructor(policy: 'session' | 'tenant' | 'address' | 'key', limit: number, retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    const limited = `${limit} ${policy === 'key' ? 'requests' : 'messages'} a minute`;
    super(
      'rate_limited',
      policy === 'address'
        ? `more than this address's share of ${limited}`
        : `more than ${limited} for this ${policy}`,
      {
        headers: {
          'retry-after': String(seconds),
          ...rateLimitHeaders(policy, { limit, left: 0, seconds }),
        },
      },
    );
  }
}

/**
 * The rate limit headers of a response.
 * @param state messages a minute, how many are left, and seconds until one more is
 * @see design 2.4, https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateLimitHeaders(
  policy: 'session' | 'tenant' | 'address' | 'key',
  { limit, left, seconds }: { readonly limit: number; readonly left: number; readonly seconds: number },
): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=60`,
    ratelimit: `"${policy}";r=${left};t=${seconds}`,
  };
}

/** More conversations begun from one address than the widget takes a minute. @see design 2.4 */
export function tooManyNewSessions(limit: number, retryAfterMs: number): GatewayError {
  return new GatewayError(
    'too_many_new_sessions',
    `more than ${limit} new visitors a minute from this address`,
    { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) } },
  );
}

/** So many messages of the conversation were acknowledged and wait that no more are taken. @see design 5.3 */
export function tooManyWaiting(): GatewayError {
  return new GatewayError(
    'too_many_waiting',
    'too many messages of this conversation wait for their replies; send it again in a while',
    { headers: { 'retry-after': '5' } },
  );
}

export function methodNotAllowed(allowed: readonly string[]): GatewayError {
  return new GatewayError('method_not_allowed', `this path takes ${allowed.join(', ')}`, {
    headers: { allow: allowed.join(', ') },
  });
}

/** How far a failed turn got: its last step, and all steps reached. */
export interface TurnReach {
  readonly flow: FlowPosition;
  readonly flows: readonly RunFlow[];
}

/** The flow raised: the turn was not committed and may be sent again. @see spec "Consistency rule" */
export class EngineFailureError extends GatewayError {
  /** Why, for operators: the engine's code and the step. */
  readonly reason: string;
  /** How far the turn got; absent if no flow ran. */
  readonly reached: TurnReach | undefined;

  constructor(reason: string, reached?: TurnReach) {
    super('engine_failure');
    this.reason = reason;
    this.reached = reached;
  }
}

/** The conversation is busy, or a service throttles or can't be reached: the request may be sent again. */
export class TemporarilyUnavailableError extends GatewayError {
  constructor({ cause }: { readonly cause?: unknown } = {}) {
    super('temporarily_unavailable', 'the gateway is busy; send the request again', {
      headers: { 'retry-after': '1' },
      cause,
    });
  }
}

/** A service was called and its answer was lost: what was asked may have been done. */
export class AnswerLostError extends TemporarilyUnavailableError {}

/** The service that could not be reached, behind whatever was thrown because of it; null when it was something else. */
export function unavailableBehind(error: unknown): TemporarilyUnavailableError | null {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof TemporarilyUnavailableError) return current;
  return null;
}

/** The conditional write failed: the conversation was written since it was read. */
export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';
}

/** The tenant's configuration has changed since it was read and must be reloaded. Never shown to a caller. */
export class StaleConfigurationError extends Error {
  override readonly name = 'StaleConfigurationError';
}

/** The work can't be done yet: its record is to be delivered again after a while. Never shown to a caller. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** A long task was started, and continues with the next request. Never shown to a caller. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';

  constructor() {
    super('there is more to do than there was time for');
  }
}

/** Counts of one kind: requests, and the messages among them. */
export type RefusedTimes = readonly [requests: number, messages: number];

/** Counts by kind: a problem's code, and the origin. */
export type Refused = ReadonlyMap<string, RefusedTimes>;

/** Placeholders for an origin. */
export const withoutSite = {
  /** The request named none: it is not of a browser. */
  none: 'none',
  /** The origin is not a valid URL. */
  unreadable: 'unreadable',
  /** Origins that are counted together. */
  others: 'others',
} as const;

/** `origin_not_allowed https://shop.example`: neither of them holds a space. */
export const kindOf = (code: string, origin: string) => `${code} ${origin}`;

/** The code and the site of a kind. */
export function readKind(kind: string): { readonly code: string; readonly origin: string } {
  const [code = '', origin = withoutSite.others] = kind.split(' ');
  return { code, origin };
}

/** Adds to what is counted of a kind. */
export function countRefused(counts: Map<string, RefusedTimes>, kind: string, times: RefusedTimes): void {
  const [requests, messages] = counts.get(kind) ?? [0, 0];
  counts.set(kind, [requests + times[0], messages + times[1]]);
}

/**
 * Adds up counts. Strangers choose origins, so only the most frequent ones are kept; the others count by code
 * alone, so that no request is lost.
 * @param sites the maximum number of kinds with an origin
 */
export function addRefused(parts: Iterable<Refused>, sites: number): Refused {
  const sums = new Map<string, RefusedTimes>();
  for (const part of parts) for (const [kind, times] of part) countRefused(sums, kind, times);
  const kept = new Map<string, RefusedTimes>();
  let named = 0;
  for (const [kind, times] of [...sums].sort(mostFirst)) {
    const { code, origin } = readKind(kind);
    const isSite = !isWord(origin);
    if (isSite) named += 1;
    countRefused(kept, isSite && named > sites ? kindOf(code, withoutSite.others) : kind, times);
  }
  return kept;
}

const isWord = (origin: string) => Object.hasOwn(withoutSite, origin);

/** Those of one count in an order that does not depend on what was added first. */
export function mostFirst([kind, [requests]]: Entry, [other, [others]]: Entry): number {
  return others - requests || (kind < other ? -1 : 1);
}

type Entry = readonly [kind: string, times: RefusedTimes];

/** Why an outgoing call was refused or failed. */
export type HttpClientErrorCode =
  /** Not https, with credentials in it, or no URL at all. */
  | 'url_refused'
  /** The host is, or resolves to, an address that is not public. */
  | 'address_refused'
  | 'too_many_redirects'
  | 'response_too_large'
  /** Compressed although that was not asked for. */
  | 'encoding_refused'
  /** No connection was made: the call surely had no effect. */
  | 'not_connected'
  | 'timeout'
  | 'aborted'
  /** The connection broke: the call may have had its effect. */
  | 'network_failure'
  /** A language model's endpoint returned an error or an invalid response. */
  | 'bad_answer';

/** An outgoing call that came to nothing; its message names no address. */
export class HttpClientError extends Error {
  override readonly name = 'HttpClientError';
  readonly code: HttpClientErrorCode;
  /** The HTTP status, if that is the reason. */
  readonly status: number | null;

  constructor(code: HttpClientErrorCode, message: string, cause?: unknown, status: number | null = null) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }

  /** Whether it timed out, connected or not. */
  get isTimeout(): boolean {
    return this.code === 'timeout' || (this.cause instanceof Error && this.cause.name === 'TimeoutError');
  }
}
