import type { Replacements } from './compose.ts';
import type { Operations } from './http-operation.ts';
import { serveHttp } from './serve-http.ts';
import { type Environment, type GatewayHandler, isHttp, startGateway } from './start-gateway.ts';

/**
 * The handler of the functions that visitors wait for: it serves web chat over HTTP, and nothing else.
 * @throws Error for an invocation of any other kind
 * @see design 5.1
 */
export function createWebChat(
  operations: Operations,
  env: Environment,
  replace: Replacements = {},
): GatewayHandler {
  return startGateway(env, replace, (gateway) => {
    const serveRequest = serveHttp(gateway, operations);
    return async (event, context) => {
      if (!isHttp(event)) throw new Error('unknown invocation: not an HTTP request');
      return serveRequest(event, context);
    };
  });
}
