import { testChatRoot } from '../test-chat.ts';
import { flows } from './flows.ts';
import { handoffs, inbox, savedReplies } from './handoffs.ts';
import type { Operation, Operations } from './operation.ts';
import { audit, contacts, people, serviceKeys, tenants, users } from './people-and-tenants.ts';
import { conversations, reports } from './reports.ts';
import { service, sharedWithAgents } from './service.ts';
import { testChat, testLinks } from './test-links.ts';
import { mailPages, poll, session, webChat, webhooks } from './web-chat.ts';
import { channels, widgets } from './widgets-and-channels.ts';

const adminRoot = '/v1/admin';
const serviceRoot = '/v1/service';
const webChatRoot = '/v1/webchat';

/** Headings of the reference. */
export const tags = {
  'Web chat': 'Visitors and REST clients send messages and poll for replies.',
  Webhooks: 'Providers of chat apps and contact centers deliver messages and statuses.',
  Session: 'The user who is signed in to the console.',
  Flows: 'Drafts, tests, versions and rollouts.',
  'Test links': 'Anyone with a link tries the draft of a flow.',
  Widgets: 'Web chat placements and their secrets.',
  Channels: 'Accounts of chat apps and contact centers, and their secrets.',
  Conversations: 'Conversations, messages and traces, for reading.',
  Contacts: 'People across conversations, joined by what proves who they are.',
  Reports: 'Metrics over a range of days, as JSON or CSV.',
  Tenants: 'Tenants, their handoff settings and labels.',
  'API keys': 'Keys for the service API.',
  'Audit log': 'Who changed what, and the admins to ask.',
  'Saved replies': 'Replies that agents reuse.',
  Users: 'People who sign in to the console.',
  Visitors: 'Export and erasure of personal data.',
  Handoffs: 'Agents take, answer, assign, return and close conversations.',
  'Service API': 'Systems of a tenant read, answer and start conversations with an API key.',
} as const;

/** Operations that one function serves, under one heading of the reference. */
interface RouteGroup {
  readonly tag: keyof typeof tags;
  readonly function: string;
  readonly root: string;
  readonly operations: Operations;
}

/**
 * THE table of routes: a route is one entry in one of these, and its handler. Stacks, the gateway on a laptop, the OpenAPI
 * document and the typed client follow from it.
 * @see spec "Endpoints", design 5.1, 9
 */
export const routeGroups = [
  { tag: 'Web chat', function: 'webchat', root: webChatRoot, operations: webChat },
  // A function of its own, so that waiting widgets never keep messages from being served.
  { tag: 'Web chat', function: 'poll', root: webChatRoot, operations: poll },
  { tag: 'Web chat', function: 'webchat', root: '/v1', operations: mailPages },
  { tag: 'Webhooks', function: 'webhook', root: '', operations: webhooks },
  { tag: 'Session', function: 'auth-bff', root: '/v1/auth', operations: session },
  { tag: 'Flows', function: 'admin', root: adminRoot, operations: flows },
  { tag: 'Test links', function: 'admin', root: adminRoot, operations: testLinks },
  // A function of its own: it takes requests of anyone, and must not do what the admin API may.
  { tag: 'Test links', function: 'test-chat', root: testChatRoot, operations: testChat },
  { tag: 'Widgets', function: 'admin', root: adminRoot, operations: widgets },
  { tag: 'Channels', function: 'admin', root: adminRoot, operations: channels },
  { tag: 'Conversations', function: 'admin', root: adminRoot, operations: conversations },
  { tag: 'Contacts', function: 'admin', root: adminRoot, operations: contacts },
  { tag: 'Reports', function: 'admin', root: adminRoot, operations: reports },
  { tag: 'Tenants', function: 'admin', root: adminRoot, operations: tenants },
  { tag: 'API keys', function: 'admin', root: adminRoot, operations: serviceKeys },
  { tag: 'Audit log', function: 'admin', root: adminRoot, operations: audit },
  { tag: 'Saved replies', function: 'admin', root: adminRoot, operations: savedReplies },
  // A function of its own, the only one that may change the user pool.
  { tag: 'Users', function: 'admin-users', root: adminRoot, operations: users },
  // A function of its own, since it deletes conversations and takes long.
  { tag: 'Visitors', function: 'admin-people', root: adminRoot, operations: people },
  // A function of its own, since it commits turns, publishes events and sends.
  { tag: 'Handoffs', function: 'admin-desk', root: adminRoot, operations: handoffs },
  // A function of its own, so that waiting consoles never keep other requests from being served.
  { tag: 'Handoffs', function: 'admin-inbox', root: adminRoot, operations: inbox },
  { tag: 'Service API', function: 'service', root: serviceRoot, operations: service },
] as const satisfies readonly RouteGroup[];

type Group = (typeof routeGroups)[number];
/** The functions that serve HTTP. @see design 5.1 */
export type HttpFunctionName = Group['function'];
/** Names of the operations, of those that one function serves. */
export type OperationOf<F extends HttpFunctionName = HttpFunctionName> = Group extends infer One
  ? One extends { readonly function: F; readonly operations: infer Its }
    ? keyof Its & string
    : never
  : never;

/** Each operation by its name. */
export const operations = Object.assign({}, ...routeGroups.map((group) => group.operations)) as Readonly<
  Record<OperationOf, Operation>
>;

/** Tag of each operation. */
export const tagOf = (operation: string): string =>
  routeGroups.find((group) => operation in group.operations)?.tag ?? '';

/** Each route as `method path function operation capability operation-of-agents`, with what it lacks left out. */
export function routeRows(): readonly string[] {
  const rows = routeGroups.flatMap(({ function: name, root, operations: its }) =>
    Object.entries<Operation>(its).flatMap(([operation, { route, capability = '' }]) => {
      const shared: Readonly<Record<string, readonly string[]>> = sharedWithAgents;
      return [route].flat().map((one) => {
        const [method, path] = one.split(' ');
        return `${method} ${root}${path} ${name} ${operation} ${capability} ${shared[operation]?.[0] ?? ''}`.trimEnd();
      });
    }),
  );
  return [...rows, ...preflightRows(rows)];
}

/** The CORS preflight of the console's or a widget's headers. */
function preflightRows(rows: readonly string[]): readonly string[] {
  const asked = rows.map((row) => row.split(' ')[1] ?? '').filter((path) => path.startsWith(webChatRoot));
  // Browsers don't ask for leave to read the settings: that request carries no header of ours.
  const paths = new Set(asked.filter((path) => !path.endsWith('/settings')));
  return [
    ...[...paths].map((path) => `OPTIONS ${path} webchat webchat-preflight`),
    'OPTIONS /v1/auth/session auth-bff session-preflight',
    `OPTIONS ${adminRoot}/{proxy+} admin admin-preflight`,
    `OPTIONS ${testChatRoot}/{proxy+} test-chat test-chat-preflight`,
  ];
}
