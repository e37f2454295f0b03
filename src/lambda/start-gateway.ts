import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type DeadlineContext, deadline } from '../middleware/deadline.ts';
import { type LambdaEntry, lambdaEntry } from '../middleware/lambda-entry.ts';
import type { Gateway } from '../operations/gateway.ts';
import { composeGateway, type Replacements } from './compose.ts';

export type GatewayHandler = LambdaEntry<unknown, unknown>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** What is done with an event. */
export type Dispatch = (event: unknown, context: DeadlineContext) => Promise<unknown>;

/**
 * A handler over the gateway, which is composed once for each process, and whose calls end before the invocation does.
 * @param serve what is done with events, made once of the gateway
 */
export function startGateway(
  env: Environment,
  replace: Replacements,
  serve: (gateway: Gateway) => Dispatch,
): GatewayHandler {
  let dispatch: Dispatch | undefined;
  const start = () => {
    dispatch ??= serve(composeGateway(env, replace));
    return dispatch;
  };
  try {
    start();
  } catch {
    // Each invocation starts it again, and reports what it fails with: an environment is not lost to one bad start.
  }
  return lambdaEntry(
    async (event: unknown, context: DeadlineContext) => start()(event, context),
    [deadline()],
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
