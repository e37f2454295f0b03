import type { PagePattern } from '../../src/admin/app/pages.ts';
import type { RoleName } from '../../src/contract/roles.ts';

/** One page of the console, and what it says to whom. */
export interface ConsolePage {
  /** Of Acme; `$` is a conversation of its. */
  readonly path: string;
  readonly title: string;
  readonly least: RoleName;
  /** How those are told who may not see it. */
  readonly area: string;
}

/** THE table of the console's pages for tests: the compiler finds one that has no row. */
export const consolePages: Readonly<Record<PagePattern, ConsolePage>> = {
  inbox: { path: 'inbox', title: 'Inbox', least: 'editor', area: 'Inbox' },
  'inbox/:conversationId': {
    ...{ path: 'inbox/$', title: 'Inbox', least: 'editor', area: 'Inbox' },
  },
  'saved-replies': {
    ...{ path: 'saved-replies', title: 'Saved replies', least: 'editor', area: 'Inbox' },
  },
  conversations: {
    ...{ path: 'conversations', title: 'Conversations', least: 'editor', area: 'Conversations' },
  },
  'conversations/:conversationId': {
    ...{ path: 'conversations/$', title: 'Conversation $', least: 'editor', area: 'Conversations' },
  },
  'people/:channel/:userId': {
    ...{ path: 'people/webchat/nobody', title: 'Person nobody', least: 'admin', area: 'People' },
  },
  humans: { path: 'humans', title: 'How humans answer', least: 'admin', area: 'How humans answer' },
  flows: {
    ...{ path: 'flows', title: 'Flows', least: 'viewer', area: 'Flows' },
  },
  'flows/:flowId': { path: 'flows/support', title: 'Acme support', least: 'viewer', area: 'Flows' },
  'flows/:flowId/edit': {
    ...{ path: 'flows/support/edit?view=list', title: 'Acme support', least: 'editor', area: 'Flows' },
  },
  'flows/:flowId/replay': {
    ...{ path: 'flows/support/replay', title: 'Replay: support', least: 'editor', area: 'Flows' },
  },
  'flows/:flowId/tests': {
    ...{ path: 'flows/support/tests', title: 'Tests of support', least: 'editor', area: 'Flows' },
  },
  'flows/:flowId/versions': {
    ...{ path: 'flows/support/versions', title: 'Versions of support', least: 'viewer', area: 'Flows' },
  },
  'flows/:flowId/versions/:version': {
    ...{ path: 'flows/support/versions/1', title: 'support v1', least: 'viewer', area: 'Flows' },
  },
  'flows/:flowId/compare': {
    ...{ path: 'flows/support/compare?from=1&to=draft', title: 'support: v1 and' },
    ...{ least: 'viewer', area: 'Flows' },
  },
  widgets: {
    ...{ path: 'widgets', title: 'Widgets', least: 'viewer', area: 'Widgets' },
  },
  'widgets/:widgetId': { path: 'widgets/acme-web', title: 'acme-web', least: 'viewer', area: 'Widgets' },
  channels: {
    ...{ path: 'channels', title: 'Channels', least: 'admin', area: 'Channels' },
  },
  'channels/new/:provider': {
    ...{ path: 'channels/new/contactcenter', title: 'Connect', least: 'admin', area: 'Channels' },
  },
  'channels/:channel/:accountId': {
    ...{ path: 'channels/chatapp/whatsapp', title: 'whatsapp', least: 'admin', area: 'Channels' },
  },
  reports: { path: 'reports', title: 'Reports', least: 'viewer', area: 'Reports' },
  'reports/:report': { path: 'reports/handoffs', title: 'Reports', least: 'viewer', area: 'Reports' },
  'reports/flows/:flowId': {
    ...{ path: 'reports/flows/support', title: 'Reports: support', least: 'viewer', area: 'Reports' },
  },
  users: {
    ...{ path: 'users', title: 'Users', least: 'admin', area: 'Users' },
  },
  'service-keys': {
    ...{ path: 'service-keys', title: 'Service keys', least: 'admin', area: 'Service keys' },
  },
  audit: {
    ...{ path: 'audit', title: 'Audit', least: 'admin', area: 'Audit' },
  },
  tenants: {
    ...{ path: 'tenants', title: 'Tenants', least: 'super-admin', area: 'Tenants' },
  },
};
