import { channelAt, type WebhookStrategyName } from './channels.ts';
import type { Capability } from './roles.ts';
import { rows } from './route-rows.ts';
import type { HttpFunctionName, OperationOf } from './routes/table.ts';
import type { ServiceCapability } from './service/keys.ts';

export type { HttpFunctionName } from './routes/table.ts';

/** Answers what fits no route: 404, or 405 with the methods that there are. @see design 2.6 */
export const defaultRouteFunction = 'webchat' satisfies HttpFunctionName;

/** The strategies of the four channels. @see spec "Webhook verification strategies" */
export type StrategyName = 'webchat-http' | WebhookStrategyName;

type Preflight = 'webchat-preflight' | 'session-preflight' | 'admin-preflight' | 'test-chat-preflight';

/** One route, as functions, stacks and the local gateway read it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  readonly function: HttpFunctionName;
  readonly operation: OperationOf | Preflight;
  readonly authorizer: 'none' | 'jwt';
  /** The channel whose strategy verifies and normalizes; absent where none does. */
  readonly strategy?: StrategyName;
  /** The one capability that the caller needs. @see design 9 */
  readonly capability?: Capability | ServiceCapability;
  /** The operation of agents that a system's request is served by. */
  readonly inboxOperation?: OperationOf<'admin-desk'>;
}

/** Every route. @see routes/table.ts, where one is added */
export const routes: readonly Route[] = rows.map((row) => {
  const [method, path = '', name = '', operation, capability, inboxOperation] = row.split(' ');
  const isSignedIn = method !== 'OPTIONS' && /^a(dmin|uth)/.test(name);
  const route = { method, path, function: name, operation, authorizer: isSignedIn ? 'jwt' : 'none' };
  const isWebchat = path.startsWith('/v1/webchat/') || path === '/v1/mail';
  const strategy = isWebchat ? 'webchat-http' : channelAt(path)?.strategy;
  // Leaves out optional members, without a spread for each: every cold start builds all routes.
  return Object.assign(
    route,
    strategy && { strategy },
    capability && { capability },
    inboxOperation && { inboxOperation },
  ) as Route;
});
