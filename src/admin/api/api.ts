import * as z from 'zod/mini';
import { createGatewayClient, type GatewayClient } from '../../client/index.ts';
import { type Problem, problem } from '../../contract/problem-body.ts';
import { SignInError } from '../auth/errors.ts';
import type { SignInClient } from '../auth/sign-in-client.ts';
import type { AnyOptions, Asked, Method, PathOf } from './routes.ts';

type Session = Pick<SignInClient, 'accessToken' | 'session' | 'addresses'>;

export interface Answered<Body> {
  readonly body: Body;
  readonly etag: string;
}

/**
 * Calls a route of the API by its path's template, typed by the OpenAPI document; what is answered is read by a schema.
 * @throws ApiError
 */
export type Call = <M extends Method, P extends PathOf<M>, Schema extends z.ZodMiniType>(
  method: M,
  path: P,
  schema: Schema,
  ...asked: Asked<M, P>
) => Promise<Answered<z.infer<Schema>>>;

/** An answer without a body. */
export const noContent = z.undefined();

/**
 * Creates the API client of a tenant.
 * @param otherTenantId set when it is not the user's own
 * @param onOver called when the session has expired
 * @see design 9
 */
export function createCall(session: Session, otherTenantId: string | null, onOver: () => void): Call {
  const client = createGatewayClient({
    baseUrl: session.addresses.apiUrl,
    token: () => session.accessToken({ fresh: false }),
    ...(otherTenantId !== null && { tenantId: otherTenantId }),
    // Fails at once, so that the page can show it and retry.
    attempts: 1,
    fetch: (request) => sendSignedIn(session, request),
  });
  const request = client.request as (...of: [string, string, object]) => ReturnType<GatewayClient['request']>;
  const call = async (method: Method, template: string, schema: z.ZodMiniType, asked: AnyOptions = {}) => {
    const { path, query, header, ...rest } = asked;
    try {
      const params = { path, query, header };
      return readAnswer(await request(method.toLowerCase(), template, { params, ...rest }), schema);
    } catch (error) {
      const failed = failedBy(error);
      if (failed.failure === 'over') onOver();
      throw failed;
    }
  };
  return call as Call;
}

/** @throws SignInError */
async function sendSignedIn(session: Session, request: Request): Promise<Response> {
  const again = request.clone();
  const send = (one: Request) => fetch(one, { cache: 'no-store' }).catch(() => null);
  const response = await send(request);
  if (response !== null && response.status !== 401) return response;
  request.signal.throwIfAborted();
  if (response === null) {
    await findWhyUnanswered(session);
    throw new ApiError('outage');
  }
  again.headers.set('authorization', `Bearer ${await session.accessToken({ fresh: true })}`);
  const last = await send(again);
  if (last === null) throw new ApiError('outage');
  return last;
}

/**
 * A page can't read API Gateway's own 401 from another origin: whether there is a line, and a session, is asked.
 * @throws SignInError
 */
async function findWhyUnanswered(session: Session): Promise<void> {
  if (!navigator.onLine) throw new SignInError('network');
  await session.session();
}

/** Any other error means that there is no response, or an unreadable one. */
function failedBy(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof SignInError)) return new ApiError('outage');
  const { code } = error;
  if (code === 'network') return new ApiError('offline');
  return new ApiError(code === 'service_failed' || code === 'unexpected' ? 'outage' : 'over');
}

const failures: Readonly<Record<number, ApiFailure>> = {
  401: 'over',
  403: 'role',
  404: 'gone',
  412: 'changed',
  429: 'tooMany',
};

/** Codes are added at any time: a refusal by one that this page does not know is a refusal all the same. */
const anyProblem = z.extend(problem, { code: z.string() });

interface ProblemDetails {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws ApiError */
function readAnswer<Schema extends z.ZodMiniType>(
  { data, error, response: { ok, status, headers } }: ProblemDetails,
  schema: Schema,
): Answered<z.infer<Schema>> {
  const reference = headers.get('x-correlation-id');
  if (ok) {
    const parsed = z.safeParse(schema, data);
    if (!parsed.success) throw new ApiError('outage', null, reference);
    return { body: parsed.data, etag: headers.get('etag') ?? '' };
  }
  const body = (anyProblem.safeParse(error).data as Problem | undefined) ?? null;
  if (status === 401) throw new ApiError('over', body, reference);
  if (body === null || status >= 500) throw new ApiError('outage', body, reference);
  const isOther = status === 403 && body.code !== 'not_allowed';
  throw new ApiError(isOther ? 'refused' : (failures[status] ?? 'refused'), body);
}

/** The kinds of failure that pages distinguish. */
export type ApiFailure =
  /** No line. */
  | 'offline'
  /** No answer, or none that can be read. */
  | 'outage'
  /** The session has expired. */
  | 'over'
  /** 403 */
  | 'role'
  /** 404 */
  | 'gone'
  /** 412: someone else has changed it. */
  | 'changed'
  /** 429 */
  | 'tooMany'
  /** Any other refusal; the service's own words say why. */
  | 'refused';

/** A call of the admin API that did not come to its end. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  /** The response's problem; null if it can't be parsed. */
  readonly problem: Problem | null;
  /** The reference by which support finds the request. */
  readonly correlationId: string | null;

  constructor(failure: ApiFailure, problem: Problem | null = null, correlationId: string | null = null) {
    super(problem?.detail ?? failure);
    this.name = 'ApiError';
    this.failure = failure;
    this.problem = problem;
    this.correlationId = problem?.correlationId ?? correlationId;
  }
}

/** Any error as one that a page can speak of. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('outage');
}
