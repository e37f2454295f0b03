import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { boundCalls } from '../aws/bound-calls.ts';
import { limits } from '../contract/limits.ts';
import type { Gateway } from '../operations/gateway.ts';
import { composeGateway, type Replacements } from './compose.ts';

export type GatewayHandler = (event: unknown, context: Context) => Promise<unknown>;
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A handler over the gateway, which is composed once for each process, and whose calls end before the invocation does.
 * @param dispatch what is done with an event
 */
export function startGateway(
  env: Environment,
  replace: Replacements,
  dispatch: (gateway: Gateway, event: unknown, context: Context) => Promise<unknown>,
): GatewayHandler {
  let composed: Gateway | undefined;
  const start = () => {
    composed ??= composeGateway(env, replace);
    return composed;
  };
  try {
    start();
  } catch {
    // Each invocation starts it again, and reports what it fails with: an environment is not lost to one bad start.
  }
  return async (event, context) =>
    boundCalls(context.getRemainingTimeInMillis() - limits.lastWordsMs, async () =>
      dispatch(start(), event, context),
    );
}

/** Only API Gateway's payload 2.0 has `requestContext.http`. */
export function isHttp(event: unknown): event is APIGatewayProxyEventV2 {
  return member(member(event, 'requestContext'), 'http') !== undefined;
}

/** What an event has by this name, whatever it is. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
