import type * as z from 'zod/mini';
import {
  channelContent,
  channelsQuery,
  headerSecretValue,
  secretValue,
  testMessage,
} from '../contract/admin/channels.ts';
import {
  contactConversationsQuery,
  contactPatch,
  contactsQuery,
  newContact,
} from '../contract/admin/contacts.ts';
import { conversationsQuery, searchQuery } from '../contract/admin/conversations.ts';
import {
  figuresQuery,
  labelsQuery,
  refusalsQuery,
  stepsQuery,
  versionsQuery,
} from '../contract/admin/reports.ts';
import type { DirectoryOperation } from '../contract/admin/routes.ts';
import { savedRepliesQuery, savedReplyBody } from '../contract/admin/texts.ts';
import { newServiceKey, serviceKeysQuery } from '../contract/service/keys.ts';
import { readQuery } from '../http/request.ts';
import type { Admin } from '../operations/admin/admin.ts';
import { channelSecret } from '../operations/admin/channels/channel-secret.ts';
import { listChannels, readChannel } from '../operations/admin/channels/read-channels.ts';
import { deleteChannel, saveChannel } from '../operations/admin/channels/save-channel.ts';
import { resumeChannel, sendTestMessage } from '../operations/admin/channels/send-test-message.ts';
import {
  changeContact,
  createContact,
  listContactConversations,
  listContacts,
  readContact,
} from '../operations/admin/contacts/contacts.ts';
import { deleteSecret, endOverlap, setSecret } from '../operations/admin/secrets/secrets.ts';
import {
  listServiceKeys,
  makeServiceKey,
  revokeServiceKey,
} from '../operations/admin/service-keys/service-keys.ts';
import {
  changeSavedReply,
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
} from '../operations/admin/texts/saved-replies.ts';
import { listConversations } from '../operations/reports/list-conversations.ts';
import { readFigures } from '../operations/reports/read-figures.ts';
import {
  compareVersions,
  readLabelCounts,
  readRefusals,
  readSteps,
} from '../operations/reports/read-reports.ts';
import { figuresCsv, labelsCsv, refusalsCsv, stepsCsv, versionsCsv } from '../operations/reports/to-csv.ts';
import { searchConversations } from '../operations/search/search-conversations.ts';
import {
  auditRoutes,
  conversationRoutes,
  handoffSettingsRoutes,
  tenantRoutes,
  widgetRoutes,
} from './admin/directory-routes.ts';
import {
  type Exchange,
  opaqueCursor,
  pageReply,
  parameter,
  preconditionsOf,
  type Reply,
  readBody,
  readListQuery,
  type Serve,
} from './admin/exchange.ts';
import { flowRoutes } from './admin/flow-routes.ts';
import { type AdminHandler, type AdminOperations, serveAdmin } from './admin/serve-admin.ts';
import * as ports from './ports.ts';

/** The handlers of the routes for API keys. @see handoff.md 5 */
const serviceKeyRoutes = {
  'list-service-keys': async (exchange) => {
    const query = await readListQuery(exchange, serviceKeysQuery);
    return pageReply(exchange, query, await listServiceKeys(exchange.admin, exchange.caller, query));
  },
  'create-service-key': async (exchange) => {
    const body = await makeServiceKey(exchange.admin, exchange.caller, readBody(exchange, newServiceKey));
    // Claims are kept for a day: the key is not among what they remember.
    return { status: 201, body, again: { ...body, key: null } };
  },
  'revoke-service-key': async (exchange) => {
    await revokeServiceKey(exchange.admin, exchange.caller, parameter(exchange, 'keyId'));
    return { status: 204 };
  },
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for contacts. @see design 15 */
const contactRoutes = {
  'list-contacts': async (exchange) => {
    const query = await readListQuery(exchange, contactsQuery);
    return pageReply(exchange, query, await listContacts(exchange.admin, exchange.caller, query));
  },
  'create-contact': async (exchange) => {
    const body = readBody(exchange, newContact);
    return { status: 201, ...(await createContact(exchange.admin, exchange.caller, body)) };
  },
  'read-contact': async (exchange) => ({
    status: 200,
    ...(await readContact(exchange.admin, exchange.caller, parameter(exchange, 'contactId'))),
  }),
  'change-contact': async (exchange) => {
    const named = {
      contactId: parameter(exchange, 'contactId'),
      patch: readBody(exchange, contactPatch),
      ...preconditionsOf(exchange),
    };
    return { status: 200, ...(await changeContact(exchange.admin, exchange.caller, named)) };
  },
  'list-contact-conversations': async (exchange) => {
    const query = await readListQuery(exchange, contactConversationsQuery);
    const contactId = parameter(exchange, 'contactId');
    const page = await listContactConversations(exchange.admin, exchange.caller, contactId, query);
    return pageReply(exchange, query, page);
  },
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for saved replies. */
const textRoutes = {
  'list-saved-replies': async (exchange) => {
    const query = await readListQuery(exchange, savedRepliesQuery);
    return pageReply(exchange, query, await listSavedReplies(exchange.admin, exchange.caller, query));
  },
  'create-saved-reply': async (exchange) => {
    const body = readBody(exchange, savedReplyBody);
    return { status: 201, ...(await createSavedReply(exchange.admin, exchange.caller, body)) };
  },
  'change-saved-reply': async (exchange) => {
    const named = {
      textId: parameter(exchange, 'textId'),
      body: readBody(exchange, savedReplyBody),
      ...preconditionsOf(exchange),
    };
    return { status: 200, ...(await changeSavedReply(exchange.admin, exchange.caller, named)) };
  },
  'delete-saved-reply': async (exchange) => {
    const named = { textId: parameter(exchange, 'textId'), ...preconditionsOf(exchange) };
    await deleteSavedReply(exchange.admin, exchange.caller, named);
    return { status: 204 };
  },
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for reports and the list of conversations. */
const reportRoutes = {
  'list-conversations': async (exchange) => {
    const query = await readListQuery(exchange, conversationsQuery);
    const { tenantId } = exchange.caller;
    return pageReply(exchange, query, await listConversations(exchange.admin, { ...query, tenantId }));
  },
  'search-conversations': async (exchange) => {
    const query = await readListQuery(exchange, searchQuery);
    const { tenantId } = exchange.caller;
    const { since, ...page } = await searchConversations(exchange.admin, { ...query, tenantId });
    return {
      status: 200,
      body: { ...page, cursor: await opaqueCursor(exchange, query, page.cursor), since },
    };
  },
  'read-figures': (exchange) => report(exchange, figuresQuery, readFigures, figuresCsv),
  'read-steps': (exchange) => report(exchange, stepsQuery, readSteps, stepsCsv),
  'read-labels-report': (exchange) => report(exchange, labelsQuery, readLabelCounts, labelsCsv),
  'read-refusals': (exchange) => report(exchange, refusalsQuery, readRefusals, refusalsCsv),
  'compare-versions': (exchange) => report(exchange, versionsQuery, compareVersions, versionsCsv),
} as const satisfies Readonly<Record<string, Serve>>;

/** Responds with CSV if requested, otherwise with JSON. */
async function report<
  Schema extends z.ZodMiniType,
  Answer extends { readonly from: string; readonly to: string },
>(
  exchange: Exchange,
  schema: Schema,
  read: (admin: Exchange['admin'], tenantId: string, query: z.infer<Schema>) => Promise<Answer>,
  csv: (answer: Answer) => string,
): Promise<Reply> {
  const { admin, caller, request, operation } = exchange;
  const answer = await read(admin, caller.tenantId, readQuery(exchange.request, schema));
  if (!request.headers.accept?.includes('text/csv')) return { status: 200, body: answer };
  return { status: 200, csv: csv(answer), filename: `${operation}-${answer.from}-${answer.to}.csv` };
}

const refOf = (exchange: Exchange) => ({
  channel: parameter(exchange, 'channel'),
  accountId: parameter(exchange, 'accountId'),
});
const named = (exchange: Exchange) => ({ ...refOf(exchange), ...preconditionsOf(exchange) });
const secretNamed = (exchange: Exchange) => ({ ...named(exchange), role: parameter(exchange, 'role') });
/** These are sent as they are. */
const inHeaders = new Set(['sending_token', 'api_key']);

/** The handlers of the routes for channels. */
const channelRoutes = {
  'list-channels': async (exchange) => {
    const query = await readListQuery(exchange, channelsQuery);
    return pageReply(exchange, query, await listChannels(exchange.admin, exchange.caller, query));
  },
  'read-channel': async (exchange) => ({
    status: 200,
    ...(await readChannel(exchange.admin, exchange.caller, refOf(exchange))),
  }),
  'save-channel': async (exchange) => {
    const content = readBody(exchange, channelContent);
    return {
      status: 200,
      ...(await saveChannel(exchange.admin, exchange.caller, { ...named(exchange), content })),
    };
  },
  'delete-channel': async (exchange) => {
    await deleteChannel(exchange.admin, exchange.caller, named(exchange));
    return { status: 204 };
  },
  'set-channel-secret': async (exchange) => {
    const { admin, caller } = exchange;
    const asked = secretNamed(exchange);
    const { value } = readBody(exchange, inHeaders.has(asked.role) ? headerSecretValue : secretValue);
    const owner = await channelSecret(admin, caller, asked);
    return { status: 200, ...(await setSecret(admin, caller, owner, value)) };
  },
  'delete-channel-secret': async (exchange) => {
    const { admin, caller } = exchange;
    const owner = await channelSecret(admin, caller, secretNamed(exchange));
    return { status: 200, ...(await deleteSecret(admin, caller, owner)) };
  },
  'end-secret-overlap': async (exchange) => {
    const { admin, caller } = exchange;
    const owner = await channelSecret(admin, caller, secretNamed(exchange));
    return { status: 200, ...(await endOverlap(admin, caller, owner)) };
  },
  'send-test-message': async (exchange) => {
    const asked = { ...refOf(exchange), ...readBody(exchange, testMessage) };
    return { status: 200, ...(await sendTestMessage(exchange.admin, exchange.caller, asked)) };
  },
  'resume-channel': async (exchange) => ({
    status: 200,
    ...(await resumeChannel(exchange.admin, exchange.caller, refOf(exchange))),
  }),
} as const satisfies Readonly<Record<string, Serve>>;

const operations: Required<Pick<AdminOperations<Admin>, DirectoryOperation>> = {
  ...flowRoutes,
  ...widgetRoutes,
  ...channelRoutes,
  ...conversationRoutes,
  ...reportRoutes,
  ...tenantRoutes,
  ...handoffSettingsRoutes,
  ...auditRoutes,
  ...serviceKeyRoutes,
  ...textRoutes,
  ...contactRoutes,
};

/**
 * The admin API: a function of its own, so that neither the public path's permissions nor its bundle grow.
 * @throws Error when a setting is missing
 * @see design 9
 */
export function createAdmin(env: ports.Environment, replace: ports.Replacements<Admin> = {}): AdminHandler {
  const admin = ports.portsOf<Admin>(
    env,
    {
      ...ports.adminFrame,
      addresses: ports.addresses,
      backgroundJobs: ports.backgroundJobs,
      contacts: ports.contacts,
      conversations: ports.conversations,
      counts: ports.counts,
      cursors: ports.cursors,
      deliveries: ports.deliveries,
      editors: ports.editors,
      feed: ports.feed,
      files: ports.files,
      health: ports.health,
      http: ports.http,
      inboxIndex: ports.inboxIndex,
      models: ports.models,
      pacing: ports.pacing,
      records: ports.records,
      refusals: ports.refusals,
      refusedAddress: ports.refusedAddress,
      runList: ports.runList,
      runTasks: ports.runTasks,
      search: ports.search,
      secrets: ports.secrets,
      secretStore: ports.secretStore,
      sightings: ports.widgetSightings,
      testLinks: ports.testLinks,
      testUse: ports.testUse,
      turnLog: ports.turnLog,
      verifyTokens: ports.verifyTokens,
      waiting: ports.waiting,
    },
    replace,
  );
  return serveAdmin(env, admin, operations);
}
