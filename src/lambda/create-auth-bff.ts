import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import * as z from 'zod/mini';
import { createDynamodbClient } from '../aws/clients.ts';
import { createLog } from '../aws/cloudwatch-log.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { UserSightingsTable } from '../aws/sightings-table.ts';
import { UserAccessTable } from '../aws/user-access-table.ts';
import { findRoute } from '../http/find-route.ts';
import { emptyResult, type HttpResult, jsonResult, preflightHeaders } from '../http/write-result.ts';
import { bounded } from '../middleware/deadline.ts';
import {
  consoleCors,
  consoleOrigin,
  type HttpContext,
  type HttpExchange,
  httpExchange,
  problemBody,
} from '../middleware/http-exchange.ts';
import { type LambdaEntry, lambdaEntry } from '../middleware/lambda-entry.ts';
import { requestLog } from '../middleware/request-log.ts';
import { type Claims, type OwnSessionParts, readOwnSession } from '../operations/session/read-session.ts';
import type { Log } from '../ports/observability.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type AuthBff = LambdaEntry<APIGatewayProxyEventV2, HttpResult>;

/** The session's, without the log, which the entry has. */
type SessionPorts = Omit<OwnSessionParts, 'log'>;

/** Parts that a test may replace. */
export interface AuthBffReplacements {
  readonly session?: SessionPorts;
  readonly log?: Log;
}

interface Parts {
  readonly session: OwnSessionParts;
  /** The console's origins, if they differ from the API's. */
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
    session: { ...(replace.session ?? composeSession(env, TABLE_PREFIX)), log },
    adminOrigins: ADMIN_ORIGINS.split(',').filter(Boolean),
  };
  return bounded(
    lambdaEntry(
      (event: APIGatewayProxyEventV2, { exchange }: HttpContext) => answer(parts, exchange, claimsOf(event)),
      [httpExchange(Date.now), consoleCors(parts.adminOrigins), requestLog(log), problemBody()],
    ),
  );
}

function composeSession(env: Environment, tablePrefix: string): SessionPorts {
  const dynamodb = createDynamodbClient(env);
  return {
    directory: new DirectoryTable(dynamodb, tablePrefix, Date.now),
    access: new UserAccessTable(dynamodb, tablePrefix, Date.now),
    sightings: new UserSightingsTable(dynamodb, tablePrefix, Date.now),
  };
}

async function answer(
  { session, adminOrigins }: Parts,
  exchange: HttpExchange,
  claims: Claims,
): Promise<HttpResult> {
  const { method, path, headers } = exchange.request;
  const { route } = findRoute(method, path);
  exchange.operation = route.operation;
  if (route.operation === 'session-preflight')
    return emptyResult(204, preflightHeaders(consoleOrigin(adminOrigins, headers), 'GET', ['authorization']));
  return jsonResult(200, JSON.stringify(await readOwnSession(session, claims)));
}

/** The JWT authorizer puts them there; without one in front there are none, and the session is refused. */
function claimsOf(event: APIGatewayProxyEventV2): Claims {
  const { authorizer }: Partial<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']> =
    event.requestContext;
  return authorizer?.jwt?.claims ?? {};
}
