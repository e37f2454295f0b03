import * as z from 'zod/mini';
import { adminRoot } from '../../contract/admin/routes.ts';
import { problem } from '../../contract/problem.ts';
import { SignInError } from '../sign-in/errors.ts';
import type { SignInClient } from '../sign-in/sign-in-client.ts';
import { ApiError, type ApiFailure } from './api-error.ts';

/** What a call says besides its address. */
export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** Makes something that must not be there yet. */
  readonly isNew?: boolean;
  /** ETag of what is changed. */
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
  /** Gives it up. */
  readonly signal?: AbortSignal;
  /** Is sent even though the page is left. */
  readonly isLast?: boolean;
}

export interface Answered<Body> {
  readonly body: Body;
  readonly etag: string;
}

/**
 * Calls the admin API for one tenant.
 * @throws ApiError
 */
export type Call = <Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  options?: CallOptions,
) => Promise<Answered<z.infer<Schema>>>;

/** An answer without a body. */
export const noContent = z.null();

/**
 * Makes the caller of a tenant's API.
 * @param otherTenantId set when it is not the user's own
 * @param onOver told when the session is over
 * @see design 9
 */
export function createCall(
  client: Pick<SignInClient, 'accessToken' | 'session' | 'addresses'>,
  otherTenantId: string | null,
  onOver: () => void,
): Call {
  const send = async (path: string, options: CallOptions, fresh: boolean) => {
    const { method = 'GET', body, ifMatch, isNew, idempotencyKey, signal, isLast } = options;
    const token = await client.accessToken({ fresh });
    return fetch(client.addresses.apiUrl + adminRoot + path, {
      method,
      cache: 'no-store',
      ...(signal && { signal }),
      ...(isLast && { keepalive: true }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(otherTenantId !== null && { 'x-tenant-id': otherTenantId }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(isNew && { 'if-none-match': '*' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null);
  };
  return async (path, schema, options = {}) => {
    try {
      let response = await send(path, options, false);
      if (response === null && options.signal?.aborted) throw new ApiError('outage');
      if (response === null) await findWhyUnanswered(client);
      if (response?.status === 401) response = await send(path, options, true);
      if (response === null) throw new ApiError('outage');
      return await readAnswer(response, schema);
    } catch (error) {
      const failed = error instanceof SignInError ? new ApiError(failureOf(error)) : error;
      if (failed instanceof ApiError && failed.failure === 'over') onOver();
      throw failed;
    }
  };
}

/**
 * A page can't read API Gateway's own 401 from another origin: whether there is a line, and a session, is asked.
 * @throws SignInError
 */
async function findWhyUnanswered(client: Pick<SignInClient, 'session'>): Promise<void> {
  if (!navigator.onLine) throw new SignInError('network');
  await client.session();
}

function failureOf({ code }: SignInError): ApiFailure {
  if (code === 'network') return 'offline';
  return code === 'service_failed' || code === 'unexpected' ? 'outage' : 'over';
}

const failures: Readonly<Record<number, ApiFailure>> = {
  401: 'over',
  403: 'role',
  404: 'gone',
  412: 'changed',
  429: 'tooMany',
};

async function readAnswer<Schema extends z.ZodMiniType>(
  response: Response,
  schema: Schema,
): Promise<Answered<z.infer<Schema>>> {
  const { status } = response;
  const said: unknown = status === 204 ? null : await response.json().catch(() => undefined);
  const reference = response.headers.get('x-correlation-id');
  if (!response.ok) {
    const told = problem.safeParse(said).data ?? null;
    if (status === 401) throw new ApiError('over', told, reference);
    if (told === null || status >= 500) throw new ApiError('outage', told, reference);
    throw new ApiError(
      told.code === 'not_allowed' || status !== 403 ? (failures[status] ?? 'refused') : 'refused',
      told,
    );
  }
  const parsed = z.safeParse(schema, said);
  if (!parsed.success) throw new ApiError('outage', null, reference);
  return { body: parsed.data, etag: response.headers.get('etag') ?? '' };
}
