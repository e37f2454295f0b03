import type { PagePattern } from '../../src/admin/router.tsx';
import type { RoleName } from '../../src/contract/roles.ts';

/** One page of the console, and what it says to whom. */
export interface ConsolePage {
  /** Of Acme; `$` is a conversation of its. */
  readonly path: string;
  readonly title: string;
  readonly least: RoleName;
  /** How those are told who may not see it. */
  readonly area: string;
  /** Of a page that asks for nothing when it opens: the test that takes the service away from it later. */
  readonly outageIn: `${string}.test.ts` | null;
  /** In a tenant that has nothing. */
  readonly empty: EmptyPage;
}

/** What a page says where there is nothing, and the button or link that leads on. */
export interface EmptyPage {
  readonly says: string;
  readonly way: string;
  /** Where it shows something even of a tenant that was made a moment ago. */
  readonly path?: string;
}

/** Of something that is not there. */
const gone: EmptyPage = { says: 'Not found. It may have been deleted.', way: 'Retry' };
const noRuns: EmptyPage = { says: 'No data for', way: 'Last 30 days' };

const told = (path: string, title: string, least: RoleName, area: string, empty: EmptyPage): ConsolePage => ({
  ...{ path, title, least, area, empty, outageIn: null },
});

/** THE table of the console's pages for tests: the compiler finds one that has no row. */
export const consolePages: Readonly<Record<PagePattern, ConsolePage>> = {
  inbox: told('inbox', 'Inbox', 'editor', 'Inbox', { says: 'No one is waiting', way: 'More' }),
  'inbox/$conversationId': told('inbox/$', 'Inbox', 'editor', 'Inbox', {
    ...{ ...gone, way: 'More' },
  }),
  'saved-replies': told('saved-replies', 'Saved replies', 'editor', 'Inbox', {
    ...{ says: 'No saved replies yet.', way: 'New saved reply' },
  }),
  conversations: told('conversations', 'Conversations', 'editor', 'Conversations', {
    ...{ says: 'No conversations yet', way: 'Widgets' },
  }),
  'conversations/$conversationId': told(
    ...(['conversations/$', 'Conversations', 'editor', 'Conversations', gone] as const),
  ),
  contacts: told('contacts', 'Contacts', 'editor', 'Contacts', {
    ...{ says: 'Contacts appear when visitors write', way: 'Add contact' },
  }),
  'contacts/$contactId': told('contacts/$', 'Contact', 'editor', 'Contacts', { ...gone, way: 'Retry' }),
  'people/$channel/$userId': told('people/webchat/nobody', 'Visitor nobody', 'admin', 'Visitor data', {
    ...{ says: 'No data stored about this visitor.', way: 'Conversations' },
  }),
  labels: told('labels', 'Labels', 'admin', 'Handoff settings', {
    ...{ says: 'No labels yet.', way: 'New label' },
  }),
  handoff: told('handoff', 'Handoff settings', 'admin', 'Handoff settings', {
    ...{ says: 'Built in', way: 'Add' },
  }),
  flows: told('flows', 'Flows', 'viewer', 'Flows', { says: 'No flows yet.', way: 'New flow' }),
  'flows/$flowId': told('flows/support', 'Acme support', 'viewer', 'Flows', gone),
  'flows/$flowId/edit': told('flows/support/edit?view=list', 'Acme support', 'editor', 'Flows', gone),
  'flows/$flowId/replay': {
    ...told('flows/support/replay', 'Replay: support', 'editor', 'Flows', {
      ...{ says: 'Replays past conversations against the draft', way: 'Replay' },
    }),
    outageIn: 'replay.browser.long.test.ts',
  },
  'flows/$flowId/tests': told('flows/support/tests', 'Acme support', 'editor', 'Flows', gone),
  'flows/$flowId/versions': told('flows/support/versions', 'Acme support', 'viewer', 'Flows', gone),
  'flows/$flowId/versions/$version': told('flows/support/versions/1', 'support v1', 'viewer', 'Flows', gone),
  'flows/$flowId/compare': told(
    ...(['flows/support/compare?from=1&to=draft', 'support: v1 and', 'viewer', 'Flows', gone] as const),
  ),
  widgets: told('widgets', 'Widgets', 'viewer', 'Widgets', { says: 'No widgets yet.', way: 'New widget' }),
  'widgets/$widgetId': told('widgets/acme-web', 'Acme support', 'viewer', 'Widgets', gone),
  channels: told('channels', 'Channels', 'admin', 'Channels', {
    ...{ says: 'No channels yet', way: 'WhatsApp' },
  }),
  'channels/new/$provider': told('channels/new/contactcenter', 'Connect', 'admin', 'Channels', {
    ...{ says: 'No published flows yet', way: 'Flows' },
  }),
  'channels/$channel/$accountId': told('channels/chatapp/whatsapp', 'WhatsApp', 'admin', 'Channels', gone),
  reports: told('reports', 'Reports', 'viewer', 'Reports', noRuns),
  'reports/$report': told('reports/handoffs', 'Reports', 'viewer', 'Reports', noRuns),
  'reports/flows/$flowId': told('reports/flows/support', 'Acme support', 'viewer', 'Reports', noRuns),
  users: told('users', 'Users', 'admin', 'Users', { says: 'No users yet.', way: 'Invite…' }),
  'service-keys': told('service-keys', 'API keys', 'admin', 'API keys', {
    ...{ says: 'API keys let your systems', way: 'Create API key…' },
  }),
  audit: told('audit', 'Audit log', 'admin', 'Audit log', {
    ...{
      says: 'No changes in this range',
      way: 'Clear filters',
      path: 'audit?from=2020-01-01&to=2020-01-02',
    },
  }),
  tenants: told('tenants', 'Tenants', 'super-admin', 'Tenants', {
    ...{ says: 'No tenant matches', way: 'New tenant', path: 'tenants?q=nobody' },
  }),
};
