import * as z from 'zod/mini';
import { AuditTable } from '../aws/audit-table.ts';
import { ChannelHealthTable } from '../aws/center-links-table.ts';
import {
  type AwsClients,
  createDynamodbClient,
  createSecretsClient,
  createSqsClient,
} from '../aws/clients.ts';
import { createLog } from '../aws/cloudwatch-log.ts';
import { ContactsTable } from '../aws/contacts-table.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DeliveriesTable } from '../aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../aws/delivery-cursors-table.ts';
import { idKeys, verifyTokens } from '../aws/deployment-secrets.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { FilesTable } from '../aws/files-table.ts';
import { FlowEditorsTable } from '../aws/flow-editors-table.ts';
import { InboxFeedTable, InboxIndexTable } from '../aws/inbox-tables.ts';
import { RefusalsTable } from '../aws/refusals-table.ts';
import { RequestClaimsTable } from '../aws/request-claims-table.ts';
import { RunCountsTable } from '../aws/run-counts-table.ts';
import { RunListTable } from '../aws/run-list-table.ts';
import { S3Addresses } from '../aws/s3-objects.ts';
import { SearchTable } from '../aws/search-table.ts';
import { SendPacingTable } from '../aws/send-pacing-table.ts';
import { WidgetSightingsTable } from '../aws/sightings-table.ts';
import { SqsQueue } from '../aws/sqs-queue.ts';
import { SecretsManagerTenantSecretStore, secretsManagerTenantSecrets } from '../aws/tenant-secret-store.ts';
import { TestLinksTable, TestUseTable } from '../aws/test-chat-tables.ts';
import { TurnLogTables } from '../aws/turn-log-tables.ts';
import { UserAccessTable } from '../aws/user-access-table.ts';
import { WaitingRepliesTable } from '../aws/waiting-replies-table.ts';
import { guardedHttpClient } from '../clients/guarded-http-client.ts';
import { refusedAddress } from '../clients/refused-address.ts';
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
import { conversationsQuery } from '../contract/admin/conversations.ts';
import { refusalsQuery } from '../contract/admin/refusals.ts';
import { figuresQuery, labelsQuery, stepsQuery, versionsQuery } from '../contract/admin/reports.ts';
import type { DirectoryOperation } from '../contract/admin/routes.ts';
import { searchQuery } from '../contract/admin/search.ts';
import { savedRepliesQuery, savedReplyBody } from '../contract/admin/texts.ts';
import { newServiceKey, serviceKeysQuery } from '../contract/service/keys.ts';
import type { FlowState } from '../engine/interfaces.ts';
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
import type { Log } from '../ports/observability.ts';
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

type Environment = Readonly<Record<string, string | undefined>>;

/** Parts that a test may replace. */
export interface AdminReplacements {
  readonly clients?: Pick<AwsClients, 'dynamodb' | 'secrets'> & Partial<Pick<AwsClients, 'sqs'>>;
  readonly nowMs?: () => number;
  readonly log?: Log;
}

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

const required = z.string().check(z.minLength(1));

/** Environment of the admin API's function. */
export const adminFunctionSettings = z.object({
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'admin'),
  TABLE_PREFIX: required,
  TENANT_SECRET_PREFIX: required,
  /** Origins besides public https ones that tested flows may call, separated by commas. */
  ALLOWED_HTTP_ORIGINS: z._default(z.string(), ''),
  /** Tokens of the first chat app's subscription handshake, separated by commas; in plain on a laptop only. */
  WEBHOOK_VERIFY_TOKENS: z.optional(required),
  /** Secret that holds the tokens, everywhere else. */
  WEBHOOK_VERIFY_TOKENS_ARN: z.optional(required),
  /** Key of derived ids, in plain on a laptop only; cursors of lists are signed with it. */
  ID_SECRET: z.optional(required),
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: z.optional(required),
  FILES_BUCKET: required,
  CHORES_QUEUE_URL: required,
  RUNS_QUEUE_URL: required,
  /** Separated by commas. */
  ADMIN_ORIGINS: z._default(z.string(), ''),
  /** The language models that flows can name, separated by commas. */
  LLM_MODELS: z._default(z.string(), ''),
});
type Settings = z.infer<typeof adminFunctionSettings>;

/**
 * The admin API: a function of its own, so that neither the public path's permissions nor its bundle grow.
 * @throws Error when a setting is missing
 * @see design 9
 */
export function createAdmin(env: Environment, replace: AdminReplacements = {}): AdminHandler {
  const settings = adminFunctionSettings.parse(env);
  const parts = {
    admin: composeAdmin(settings, env, replace),
    adminOrigins: settings.ADMIN_ORIGINS.split(',').filter(Boolean),
  };
  return serveAdmin(parts, operations);
}

function composeAdmin(settings: Settings, env: Environment, replace: AdminReplacements): Admin {
  const { TABLE_PREFIX, TENANT_SECRET_PREFIX, ALLOWED_HTTP_ORIGINS, POWERTOOLS_SERVICE_NAME } = settings;
  const allowedOrigins = ALLOWED_HTTP_ORIGINS.split(',').filter(Boolean);
  const { nowMs = Date.now } = replace;
  const dynamodb = replace.clients?.dynamodb ?? createDynamodbClient(env);
  const secrets = replace.clients?.secrets ?? createSecretsClient(env);
  const sqs = replace.clients?.sqs ?? createSqsClient(env);
  return {
    directory: new DirectoryTable(dynamodb, TABLE_PREFIX, nowMs),
    access: new UserAccessTable(dynamodb, TABLE_PREFIX, nowMs),
    records: new DirectoryRecordsTable(dynamodb, TABLE_PREFIX),
    audit: new AuditTable(dynamodb, TABLE_PREFIX),
    claims: new RequestClaimsTable(dynamodb, TABLE_PREFIX, nowMs),
    secrets: secretsManagerTenantSecrets(secrets, TENANT_SECRET_PREFIX, nowMs),
    http: guardedHttpClient({ allowedOrigins }),
    refusedAddress: (address) => refusedAddress(address, allowedOrigins),
    models: settings.LLM_MODELS.split(',').filter(Boolean),
    contacts: new ContactsTable(dynamodb, TABLE_PREFIX, nowMs),
    conversations: new ConversationsTable<FlowState>(dynamodb, TABLE_PREFIX),
    files: new FilesTable(dynamodb, TABLE_PREFIX),
    addresses: new S3Addresses(env, settings.FILES_BUCKET, nowMs),
    turnLog: new TurnLogTables(dynamodb, TABLE_PREFIX, nowMs),
    feed: new InboxFeedTable(dynamodb, TABLE_PREFIX, nowMs),
    deliveries: new DeliveriesTable(dynamodb, TABLE_PREFIX, nowMs),
    cursors: new DeliveryCursorsTable(dynamodb, TABLE_PREFIX, nowMs),
    pacing: new SendPacingTable(dynamodb, TABLE_PREFIX, nowMs),
    waiting: new WaitingRepliesTable(dynamodb, TABLE_PREFIX, nowMs),
    health: new ChannelHealthTable(dynamodb, TABLE_PREFIX, nowMs),
    sightings: new WidgetSightingsTable(dynamodb, TABLE_PREFIX, nowMs),
    refusals: new RefusalsTable(dynamodb, TABLE_PREFIX, nowMs),
    runList: new RunListTable(dynamodb, TABLE_PREFIX),
    search: new SearchTable(dynamodb, TABLE_PREFIX, nowMs),
    counts: new RunCountsTable(dynamodb, TABLE_PREFIX, nowMs),
    inboxIndex: new InboxIndexTable(dynamodb, TABLE_PREFIX, nowMs),
    backgroundJobs: new SqsQueue({ sqs }, settings.CHORES_QUEUE_URL),
    runTasks: new SqsQueue({ sqs }, settings.RUNS_QUEUE_URL),
    editors: new FlowEditorsTable(dynamodb, TABLE_PREFIX, nowMs),
    testLinks: new TestLinksTable(dynamodb, TABLE_PREFIX, nowMs),
    testUse: new TestUseTable(dynamodb, TABLE_PREFIX, nowMs),
    secretStore: new SecretsManagerTenantSecretStore(secrets, TENANT_SECRET_PREFIX),
    verifyTokens: verifyTokens(settings, secrets, nowMs),
    idKeys: idKeys(settings, secrets, nowMs),
    log: replace.log ?? createLog(POWERTOOLS_SERVICE_NAME),
    nowMs,
    random: Math.random,
  };
}
