import type { OnCaller } from '../channels/webchat-http/verify.ts';
import type { AdminOperation } from '../contract/admin/routes.ts';
import type { Route, StrategyName } from '../contract/routes.ts';
import type { ServiceOperation } from '../contract/service/routes.ts';
import type { FoundRoute } from '../http/find-route.ts';
import type { HttpRequest } from '../http/request.ts';
import type { HttpResult } from '../http/write-result.ts';
import type { Gateway } from '../operations/gateway.ts';

/** A request of a route, and who is told whose it is. */
export interface Exchange {
  readonly gateway: Gateway;
  readonly request: HttpRequest;
  readonly parameters: FoundRoute['parameters'];
  readonly correlationId: string;
  readonly receivedAtMs: number;
  readonly onCaller: OnCaller;
}

export type Operation = (exchange: Exchange) => Promise<HttpResult>;

/** The others are of functions of their own. */
type OwnOperation = Exclude<
  Route['operation'],
  'read-session' | 'session-preflight' | 'admin-preflight' | AdminOperation | ServiceOperation
>;
export type WebhookOperation = Extract<OwnOperation, 'accept-webhook' | 'subscribe-webhook'>;
export type WebChatOperation = Exclude<OwnOperation, WebhookOperation>;

/** What a function serves, by the operations of its routes. */
export type Operations = Readonly<Partial<Record<Route['operation'], Operation>>>;

/** A channel's strategy, with the journeys that begin with it: what its routes do once `verify` and `normalize` are through. */
export interface ServedStrategy {
  readonly name: StrategyName;
  readonly operations: Operations;
}
