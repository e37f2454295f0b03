import type * as z from 'zod/mini';
import { channelContent, headerSecretValue, secretValue, testMessage } from '../contract/admin/channels.ts';
import { contactPatch, contactsQuery, newContact } from '../contract/admin/contacts.ts';
import { conversationsQuery, searchQuery } from '../contract/admin/conversations.ts';
import { pageQuery } from '../contract/admin/lists.ts';
import {
  figuresQuery,
  labelsQuery,
  refusalsQuery,
  stepsQuery,
  versionsQuery,
} from '../contract/admin/reports.ts';
import type { DirectoryOperation } from '../contract/admin/routes.ts';
import { savedReplyBody } from '../contract/admin/texts.ts';
import { newServiceKey } from '../contract/service/keys.ts';
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
import { deleteSecret, endOverlap } from '../operations/admin/secrets/secrets.ts';
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
  changesSecret,
  conversationRoutes,
  handoffSettingsRoutes,
  setsSecret,
  tenantRoutes,
  widgetRoutes,
} from './admin/directory-routes.ts';
import {
  answers,
  creates,
  type Exchange,
  lists,
  named,
  opaqueCursor,
  parameter,
  pathOf,
  type Reply,
  readBody,
  readListQuery,
  removes,
  type Serve,
} from './admin/exchange.ts';
import { flowRoutes } from './admin/flow-routes.ts';
import { type AdminHandler, type AdminOperations, serveAdmin } from './admin/serve-admin.ts';
import * as ports from './ports.ts';

/** The handlers of the routes for API keys. @see handoff.md 5 */
const serviceKeyRoutes = {
  'list-service-keys': lists(pageQuery, listServiceKeys),
  'create-service-key': async (exchange) => {
    const body = await makeServiceKey(exchange.admin, exchange.caller, readBody(exchange, newServiceKey));
    // Claims are kept for a day: the key is not among what they remember.
    return { status: 201, body, again: { ...body, key: null } };
  },
  'revoke-service-key': removes(revokeServiceKey, (exchange) => parameter(exchange, 'keyId')),
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for contacts. @see design 15 */
const contactRoutes = {
  'list-contacts': lists(contactsQuery, listContacts),
  'create-contact': creates(createContact, (exchange) => readBody(exchange, newContact)),
  'read-contact': answers(readContact, (exchange) => parameter(exchange, 'contactId')),
  'change-contact': answers(changeContact, (exchange) => ({
    ...named(exchange, 'contactId'),
    patch: readBody(exchange, contactPatch),
  })),
  'list-contact-conversations': lists(
    pageQuery,
    (admin, caller, { contactId, ...query }) => listContactConversations(admin, caller, contactId, query),
    'contactId',
  ),
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for saved replies. */
const textRoutes = {
  'list-saved-replies': lists(pageQuery, listSavedReplies),
  'create-saved-reply': creates(createSavedReply, (exchange) => readBody(exchange, savedReplyBody)),
  'change-saved-reply': answers(changeSavedReply, (exchange) => ({
    ...named(exchange, 'textId'),
    body: readBody(exchange, savedReplyBody),
  })),
  'delete-saved-reply': removes(deleteSavedReply, (exchange) => named(exchange, 'textId')),
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for reports and the list of conversations. */
const reportRoutes = {
  'list-conversations': lists(conversationsQuery, (admin, { tenantId }, query) =>
    listConversations(admin, { ...query, tenantId }),
  ),
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

const refOf = (exchange: Exchange) => pathOf(exchange, 'channel', 'accountId');
const channelNamed = (exchange: Exchange) => named(exchange, 'channel', 'accountId');
const channelSecretOf = (exchange: Exchange) =>
  channelSecret(exchange.admin, exchange.caller, named(exchange, 'channel', 'accountId', 'role'));
/** These are sent as they are. */
const inHeaders = new Set(['sending_token', 'api_key']);

/** The handlers of the routes for channels. */
const channelRoutes = {
  'list-channels': lists(pageQuery, listChannels),
  'read-channel': answers(readChannel, refOf),
  'save-channel': answers(saveChannel, (exchange) => ({
    ...channelNamed(exchange),
    content: readBody(exchange, channelContent),
  })),
  'delete-channel': removes(deleteChannel, channelNamed),
  'set-channel-secret': setsSecret(channelSecretOf, (exchange) =>
    inHeaders.has(parameter(exchange, 'role')) ? headerSecretValue : secretValue,
  ),
  'delete-channel-secret': changesSecret(deleteSecret, channelSecretOf),
  'end-secret-overlap': changesSecret(endOverlap, channelSecretOf),
  'send-test-message': answers(sendTestMessage, (exchange) => ({
    ...refOf(exchange),
    ...readBody(exchange, testMessage),
  })),
  'resume-channel': answers(resumeChannel, refOf),
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
