import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { boundCalls } from '../aws/bound-calls.ts';
import { createDynamodbClient } from '../aws/clients.ts';
import { directoryTable } from '../aws/directory-table.ts';
import { UserAccessTable } from '../aws/user-access-table.ts';
import { headers } from '../contract/headers.ts';
import { limits } from '../contract/limits.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { corsHeaders, preflightHeaders } from '../http/cors.ts';
import { findRoute } from '../http/find-route.ts';
import { type HttpRequest, requestOf } from '../http/request.ts';
import { problemResult } from '../http/write-problem.ts';
import { emptyResult, type HttpResult, jsonResult } from '../http/write-result.ts';
import { randomId } from '../operations/derive-id.ts';
import { type Claims, readSession, type SessionParts } from '../operations/session/read-session.ts';
import type { Log } from '../ports/log.ts';
import { createLog } from './log.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type AuthBff = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpResult>;

/** What a test may put in the place of the real thing. */
export interface AuthBffReplacements {
  readonly session?: SessionParts;
  readonly log?: Log;
}

interface Parts {
  readonly session: SessionParts;
  /** Where the admin application runs, when not at the API's own origin. */
  readonly adminOrigins: readonly string[];
}

/** Environment of the session endpoint's function. */
export const authBffSettings = z.object({
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(z.string().check(z.minLength(1)), 'auth-bff'),
  TABLE_PREFIX: z.string().check(z.minLength(1)),
  /** Separated by commas. */
  ADMIN_ORIGINS: z._default(z.string(), ''),
});

/**
 * The authentication backend: a small function of its own.
 * @throws Error when a setting is missing
 * @see spec "GET /v1/auth/session", design 5.1
 */
export function createAuthBff(env: Environment, replace: AuthBffReplacements = {}): AuthBff {
  const { TABLE_PREFIX, ADMIN_ORIGINS, POWERTOOLS_SERVICE_NAME } = authBffSettings.parse(env);
  const log = replace.log ?? createLog(POWERTOOLS_SERVICE_NAME);
  const parts = {
    session: replace.session ?? composeSession(env, TABLE_PREFIX),
    adminOrigins: ADMIN_ORIGINS.split(',').filter(Boolean),
  };
  return async (event, context) => {
    const request = requestOf(event);
    const correlationId = correlationIdOf(request, randomId);
    const leftMs = context.getRemainingTimeInMillis() - limits.lastWordsMs;
    const answered = boundCalls(leftMs, () => answer(parts, request, claimsOf(event)));
    const result = await answered.catch((error: unknown) => {
      const problem = problemResult(error, correlationId);
      const fields = { correlationId, status: problem.statusCode };
      if (problem.statusCode >= 500) log.error('a session could not be read', error, fields);
      else
        log.info('a session was refused', {
          ...fields,
          reason: error instanceof Error ? error.name : 'unknown',
        });
      return problem;
    });
    const resultHeaders = { ...corsHeaders(allowedOrigin(parts, request)), ...result.headers };
    return { ...result, headers: { ...resultHeaders, [headers.correlationId]: correlationId } };
  };
}

function composeSession(env: Environment, tablePrefix: string): SessionParts {
  const dynamodb = createDynamodbClient(env);
  return {
    directory: directoryTable(dynamodb, tablePrefix, Date.now),
    access: new UserAccessTable(dynamodb, tablePrefix, Date.now),
  };
}

async function answer(parts: Parts, request: HttpRequest, claims: Claims): Promise<HttpResult> {
  const { route } = findRoute(request.method, request.path);
  if (route.operation === 'session-preflight')
    return emptyResult(204, preflightHeaders(allowedOrigin(parts, request), 'GET', ['authorization']));
  return jsonResult(200, JSON.stringify(await readSession(parts.session, claims)));
}

/** The JWT authorizer puts them there; without one in front there are none, and the session is refused. */
function claimsOf(event: APIGatewayProxyEventV2): Claims {
  const { authorizer }: Partial<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']> =
    event.requestContext;
  return authorizer?.jwt?.claims ?? {};
}

function allowedOrigin({ adminOrigins }: Parts, request: HttpRequest): string | null {
  const { origin } = request.headers;
  return origin !== undefined && adminOrigins.includes(origin) ? origin : null;
}
