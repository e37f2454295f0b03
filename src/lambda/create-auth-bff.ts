import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { findRoute } from '../http/find-route.ts';
import { emptyResult, type HttpResult, jsonResult, preflightHeaders } from '../http/write-result.ts';
import {
  consoleCors,
  consoleOrigin,
  type HttpContext,
  type HttpExchange,
  httpExchange,
  problemBody,
  requestLog,
} from '../middleware/http-exchange.ts';
import { bounded, type LambdaEntry, lambdaEntry } from '../middleware/lambda-entry.ts';
import { type Claims, type OwnSessionParts, readOwnSession } from '../operations/session/read-session.ts';
import type { Log } from '../ports/observability.ts';
import * as ports from './ports.ts';

type AuthBff = LambdaEntry<APIGatewayProxyEventV2, HttpResult>;

/**
 * The authentication backend: a small function of its own.
 * @throws Error when a setting is missing
 * @see spec "GET /v1/auth/session", design 5.1
 */
export function createAuthBff(
  env: ports.Environment,
  replace: ports.Replacements<SessionPorts> = {},
): AuthBff {
  const session = ports.portsOf<SessionPorts>(
    env,
    {
      access: ports.access,
      directory: ports.directory,
      log: ports.log,
      sightings: ports.userSightings,
    },
    replace,
  );
  const adminOrigins = ports.adminOriginsOf(env);
  return bounded(
    lambdaEntry(
      (event: APIGatewayProxyEventV2, { exchange }: HttpContext) =>
        answer({ session, adminOrigins }, exchange, claimsOf(event)),
      [httpExchange(Date.now), consoleCors(adminOrigins), requestLog(session.log), problemBody()],
    ),
  );
}

type SessionPorts = OwnSessionParts & { readonly log: Log };

interface Parts {
  readonly session: OwnSessionParts;
  /** The console's origins, if they differ from the API's. */
  readonly adminOrigins: readonly string[];
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
