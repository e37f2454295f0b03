import type { Capability } from '../roles.ts';

/** Below it lies everything that people who sign in may do. */
export const adminRoot = '/v1/admin';

/** What each row does, by a name of its own, and which capability it takes. @see design 9 */
const rows = [
  ['GET', '/flows', 'list-flows', 'flows:view'],
  ['POST', '/flows', 'create-flow', 'flows:edit'],
  ['GET', '/flows/{flowId}', 'read-flow', 'flows:view'],
  ['DELETE', '/flows/{flowId}', 'delete-flow', 'flows:edit'],
  ['GET', '/flows/{flowId}/draft', 'read-draft', 'flows:view'],
  ['PUT', '/flows/{flowId}/draft', 'save-draft', 'flows:edit'],
  ['POST', '/flows/{flowId}/draft/validate', 'validate-draft', 'flows:edit'],
  ['POST', '/flows/{flowId}/draft/test', 'test-draft', 'flows:edit'],
  ['POST', '/flows/{flowId}/draft/replay', 'replay-draft', 'flows:edit'],
  ['GET', '/flows/{flowId}/versions', 'list-versions', 'flows:view'],
  ['GET', '/flows/{flowId}/versions/{version}', 'read-version', 'flows:view'],
  ['POST', '/flows/{flowId}/publish', 'publish-flow', 'flows:publish'],
  ['POST', '/flows/{flowId}/rollback', 'roll-back-flow', 'flows:publish'],
  ['POST', '/flows/{flowId}/canary', 'end-canary', 'flows:publish'],
  ['GET', '/widgets', 'list-widgets', 'widgets:view'],
  ['GET', '/widgets/{widgetId}', 'read-widget', 'widgets:view'],
  ['PUT', '/widgets/{widgetId}', 'save-widget', 'widgets:edit'],
  ['DELETE', '/widgets/{widgetId}', 'delete-widget', 'widgets:edit'],
  ['PUT', '/widgets/{widgetId}/secrets/{role}', 'set-widget-secret', 'channels:configure'],
  ['DELETE', '/widgets/{widgetId}/secrets/{role}', 'delete-widget-secret', 'channels:configure'],
  ['DELETE', '/widgets/{widgetId}/secrets/{role}/previous', 'end-widget-overlap', 'channels:configure'],
  ['GET', '/channels', 'list-channels', 'channels:configure'],
  ['GET', '/channels/{channel}/{accountId}', 'read-channel', 'channels:configure'],
  ['PUT', '/channels/{channel}/{accountId}', 'save-channel', 'channels:configure'],
  ['DELETE', '/channels/{channel}/{accountId}', 'delete-channel', 'channels:configure'],
  ['PUT', '/channels/{channel}/{accountId}/secrets/{role}', 'set-channel-secret', 'channels:configure'],
  ['DELETE', '/channels/{channel}/{accountId}/secrets/{role}', 'delete-channel-secret', 'channels:configure'],
  [
    'DELETE',
    '/channels/{channel}/{accountId}/secrets/{role}/previous',
    'end-secret-overlap',
    'channels:configure',
  ],
  ['POST', '/channels/{channel}/{accountId}/test-message', 'send-test-message', 'channels:configure'],
  ['POST', '/channels/{channel}/{accountId}/resume', 'resume-channel', 'channels:configure'],
  ['GET', '/conversations', 'list-conversations', 'conversations:view'],
  ['GET', '/reports/figures', 'read-figures', 'reports:view'],
  ['GET', '/reports/steps', 'read-steps', 'reports:view'],
  ['GET', '/reports/versions', 'compare-versions', 'reports:view'],
  ['GET', '/reports/refusals', 'read-refusals', 'reports:view'],
  ['GET', '/conversations/{conversationId}', 'read-conversation', 'conversations:view'],
  ['GET', '/conversations/{conversationId}/messages', 'list-messages', 'conversations:view'],
  [
    'GET',
    '/conversations/{conversationId}/messages/{messageId}/trace',
    'trace-message',
    'conversations:view',
  ],
  ['GET', '/tenants', 'list-tenants', 'tenants:manage'],
  ['POST', '/tenants', 'create-tenant', 'tenants:manage'],
  ['GET', '/tenants/{tenantId}', 'read-tenant', 'tenants:manage'],
  ['PATCH', '/tenants/{tenantId}', 'change-tenant', 'tenants:manage'],
  ['POST', '/tenants/{tenantId}/suspend', 'suspend-tenant', 'tenants:manage'],
  ['POST', '/tenants/{tenantId}/resume', 'resume-tenant', 'tenants:manage'],
  ['GET', '/handoff-settings', 'read-handoff-settings', 'channels:configure'],
  ['PUT', '/handoff-settings', 'change-handoff-settings', 'channels:configure'],
  ['GET', '/service-keys', 'list-service-keys', 'users:manage'],
  ['POST', '/service-keys', 'create-service-key', 'users:manage'],
  ['DELETE', '/service-keys/{keyId}', 'revoke-service-key', 'users:manage'],
  ['GET', '/admins', 'list-admins', 'flows:view'],
  ['GET', '/audit', 'list-audit', 'audit:view'],
  ['GET', '/texts', 'list-saved-replies', 'conversations:answer'],
  ['POST', '/texts', 'create-saved-reply', 'conversations:answer'],
  ['PUT', '/texts/{textId}', 'change-saved-reply', 'conversations:answer'],
  ['DELETE', '/texts/{textId}', 'delete-saved-reply', 'conversations:answer'],
] as const satisfies readonly Row[];

/** These have a function of their own, since they reach the user pool. */
const userRows = [
  ['GET', '/users', 'list-users', 'users:manage'],
  ['POST', '/users', 'invite-user', 'users:manage'],
  ['GET', '/users/{userId}', 'read-user', 'users:manage'],
  ['PATCH', '/users/{userId}', 'change-user', 'users:manage'],
  ['DELETE', '/users/{userId}', 'delete-user', 'users:manage'],
  ['POST', '/users/{userId}/reset-password', 'reset-password', 'users:manage'],
  ['POST', '/users/{userId}/reset-mfa', 'reset-mfa', 'users:manage'],
  ['POST', '/users/{userId}/sign-out', 'sign-out-user', 'users:manage'],
] as const satisfies readonly Row[];

/** These have a function of their own, since they may delete what people wrote, and take long. */
const peopleRows = [
  ['GET', '/people/{channel}/{userId}/export', 'export-person', 'people:manage'],
  ['DELETE', '/people/{channel}/{userId}', 'erase-person', 'people:manage'],
] as const satisfies readonly Row[];

/** These have a function of their own, since they commit turns, tell of them and send. */
const deskRows = [
  ['GET', '/handoffs', 'list-handoffs', 'conversations:answer'],
  ['GET', '/channels/{channel}/{accountId}/templates', 'list-templates', 'conversations:answer'],
  ['GET', '/handoffs/colleagues', 'list-colleagues', 'conversations:answer'],
  ['GET', '/conversations/{conversationId}/handoff', 'read-handoff', 'conversations:answer'],
  ['POST', '/conversations/{conversationId}/handoff/take', 'take-handoff', 'conversations:answer'],
  ['POST', '/conversations/{conversationId}/handoff/reply', 'reply-to-visitor', 'conversations:answer'],
  ['POST', '/conversations/{conversationId}/handoff/files', 'request-desk-upload', 'conversations:answer'],
  [
    'GET',
    '/conversations/{conversationId}/handoff/files/{fileId}',
    'read-desk-upload',
    'conversations:answer',
  ],
  ['POST', '/conversations/{conversationId}/handoff/note', 'note-for-colleagues', 'conversations:answer'],
  ['POST', '/conversations/{conversationId}/handoff/typing', 'tell-typing', 'conversations:answer'],
  ['POST', '/conversations/{conversationId}/handoff/assign', 'assign-handoff', 'conversations:answer'],
  ['POST', '/conversations/{conversationId}/handoff/return', 'return-handoff', 'conversations:answer'],
  ['POST', '/conversations/{conversationId}/handoff/close', 'close-handoff', 'conversations:answer'],
] as const satisfies readonly Row[];

/** This has a function of its own, since it is held: it must not take the place of those who do something. */
const inboxRows = [['GET', '/inbox', 'poll-inbox', 'conversations:answer']] as const satisfies readonly Row[];

type Row = readonly [AdminMethod, string, string, Capability];
type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** What the function `admin` does. */
export type DirectoryOperation = (typeof rows)[number][2];
/** What the function `admin-users` does. */
export type UserOperation = (typeof userRows)[number][2];
/** What the function `admin-people` does. */
export type PeopleOperation = (typeof peopleRows)[number][2];
/** What the functions `admin-desk` and `admin-inbox` do. */
export type DeskOperation = (typeof deskRows)[number][2] | (typeof inboxRows)[number][2];
export type AdminOperation = DirectoryOperation | UserOperation | PeopleOperation | DeskOperation;

/** One row of the admin API's part of THE table of routes. */
export interface AdminRoute {
  readonly method: AdminMethod;
  readonly path: string;
  readonly function: 'admin' | 'admin-users' | 'admin-people' | 'admin-desk' | 'admin-inbox';
  readonly operation: AdminOperation;
  readonly authorizer: 'jwt';
  readonly capability: Capability;
}

/** The admin API: each row with the one capability that it takes. @see design 9 */
export const adminRoutes: readonly AdminRoute[] = [
  ...rows.map((row) => routeOf('admin', row)),
  ...userRows.map((row) => routeOf('admin-users', row)),
  ...peopleRows.map((row) => routeOf('admin-people', row)),
  ...deskRows.map((row) => routeOf('admin-desk', row)),
  ...inboxRows.map((row) => routeOf('admin-inbox', row)),
];

function routeOf(
  name: AdminRoute['function'],
  [method, path, operation, capability]:
    | (typeof rows)[number]
    | (typeof userRows)[number]
    | (typeof peopleRows)[number]
    | (typeof deskRows)[number]
    | (typeof inboxRows)[number],
): AdminRoute {
  return { method, path: adminRoot + path, function: name, operation, authorizer: 'jwt', capability };
}
