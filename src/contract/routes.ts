import { type AdminOperation, adminRoot, adminRoutes } from './admin/routes.ts';
import { type WebhookStrategyName, webhookChannels } from './channels.ts';
import { type ServiceOperation, serviceRoutes } from './service/routes.ts';

/** The functions that the one handler bundle is deployed as, and those with bundles of their own. @see design 5.1 */
export type HttpFunctionName =
  | 'webchat'
  | 'poll'
  | 'webhook'
  | 'auth-bff'
  | 'admin'
  | 'admin-users'
  | 'admin-people'
  | 'admin-desk'
  | 'admin-inbox'
  | 'service';

/** Answers what fits no route: 404, or 405 with the methods that there are. @see design 2.6 */
export const defaultRouteFunction = 'webchat' satisfies HttpFunctionName;

/** The strategies of the four channels. @see spec "Webhook verification strategies" */
export type StrategyName = 'webchat-http' | WebhookStrategyName;

/** One row of THE table of routes, read by the stacks and by the local gateway. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  readonly function: HttpFunctionName;
  readonly operation:
    | 'post-webchat-message'
    | 'poll-conversation'
    | 'read-widget-settings'
    | 'tell-visitor-types'
    | 'request-upload'
    | 'read-upload'
    | 'webchat-preflight'
    | 'accept-webhook'
    | 'subscribe-webhook'
    | 'read-session'
    | 'session-preflight'
    | 'admin-preflight'
    | AdminOperation
    | ServiceOperation;
  readonly authorizer: 'none' | 'jwt';
  /** The channel whose strategy verifies and normalizes; absent where none does. */
  readonly strategy?: StrategyName;
}

const messages = '/v1/webchat/messages';
const uploads = '/v1/webchat/uploads';
const upload = `${uploads}/{fileId}`;
const conversation = '/v1/webchat/conversations/{conversationId}/messages';
const typing = '/v1/webchat/conversations/{conversationId}/typing';

const webhooks = Object.values(webhookChannels).map(
  ({ path, strategy }): Route => ({
    ...{ method: 'POST', path, function: 'webhook', operation: 'accept-webhook' },
    ...{ authorizer: 'none', strategy },
  }),
);

/** THE table of routes. @see spec "Endpoints", design 5.1 */
export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: messages,
    function: 'webchat',
    operation: 'post-webchat-message',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'OPTIONS',
    path: messages,
    function: 'webchat',
    operation: 'webchat-preflight',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'GET',
    path: conversation,
    function: 'poll',
    operation: 'poll-conversation',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'OPTIONS',
    path: conversation,
    function: 'webchat',
    operation: 'webchat-preflight',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'POST',
    path: typing,
    function: 'webchat',
    operation: 'tell-visitor-types',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'OPTIONS',
    path: typing,
    function: 'webchat',
    operation: 'webchat-preflight',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'POST',
    path: uploads,
    function: 'webchat',
    operation: 'request-upload',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'OPTIONS',
    path: uploads,
    function: 'webchat',
    operation: 'webchat-preflight',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'GET',
    path: upload,
    function: 'webchat',
    operation: 'read-upload',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    method: 'OPTIONS',
    path: upload,
    function: 'webchat',
    operation: 'webchat-preflight',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  {
    // A simple request: browsers ask no leave for it, so it has no preflight.
    method: 'GET',
    path: '/v1/webchat/settings',
    function: 'webchat',
    operation: 'read-widget-settings',
    authorizer: 'none',
    strategy: 'webchat-http',
  },
  ...webhooks,
  {
    method: 'GET',
    path: webhookChannels.chatapp.path,
    function: 'webhook',
    operation: 'subscribe-webhook',
    authorizer: 'none',
    strategy: 'chatapp-a-cloud',
  },
  {
    method: 'GET',
    path: '/v1/auth/session',
    function: 'auth-bff',
    operation: 'read-session',
    authorizer: 'jwt',
  },
  {
    // The admin application's origin is another one; a browser asks without a token whether it may send one.
    method: 'OPTIONS',
    path: '/v1/auth/session',
    function: 'auth-bff',
    operation: 'session-preflight',
    authorizer: 'none',
  },
  ...adminRoutes,
  ...serviceRoutes,
  {
    // For all paths: the response says only which headers a browser may send.
    method: 'OPTIONS',
    path: `${adminRoot}/{proxy+}`,
    function: 'admin',
    operation: 'admin-preflight',
    authorizer: 'none',
  },
];
