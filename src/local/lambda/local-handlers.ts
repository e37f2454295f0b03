import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FunctionName } from '../../contract/function-timeouts.ts';
import { createAuthBff } from '../../lambda/create-auth-bff.ts';
import type { GatewayHandler } from '../../lambda/create-handler.ts';

/** The code of each function: most are the one handler, by one instance. @see design 5.1 */
export function localHandlers(
  gateway: GatewayHandler,
  env: Readonly<Record<string, string | undefined>>,
): (name: FunctionName) => GatewayHandler {
  const authBff = createAuthBff(env);
  const others: Partial<Record<FunctionName, GatewayHandler>> = {
    // Only the HTTP API invokes it, with events of its own making.
    'auth-bff': (event) => authBff(event as APIGatewayProxyEventV2),
  };
  return (name) => others[name] ?? gateway;
}
