import { setTimeout } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { AdmissionsTable } from '../aws/admissions-table.ts';
import { AgentLoadsTable } from '../aws/agent-loads-table.ts';
import { AnsweringTeamsTable } from '../aws/answering-teams-table.ts';
import { AuditTable } from '../aws/audit-table.ts';
import { bedrockClient } from '../aws/bedrock-client.ts';
import { CenterLinksTable, ChannelHealthTable } from '../aws/center-links-table.ts';
import * as sdk from '../aws/clients.ts';
import { createLog, createMetrics } from '../aws/cloudwatch-log.ts';
import { ContactsTable } from '../aws/contacts-table.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DeadLettersTable } from '../aws/dead-letters.ts';
import { DeliveriesTable } from '../aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../aws/delivery-cursors-table.ts';
import * as deployment from '../aws/deployment-secrets.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { EventBridgeBus } from '../aws/event-bus.ts';
import { FilesTable } from '../aws/files-table.ts';
import { FlowEditorsTable } from '../aws/flow-editors-table.ts';
import { InboxFeedTable, InboxIndexTable, PresenceTable, TypingTable } from '../aws/inbox-tables.ts';
import type { CacheVersions } from '../aws/items.ts';
import { largeMessagesTable } from '../aws/large-messages-table.ts';
import { MailsTable } from '../aws/mails-table.ts';
import { PeopleTable } from '../aws/people-table.ts';
import { PersonalDataTables } from '../aws/personal-data-tables.ts';
import { ReceivedMessagesTable } from '../aws/received-messages-table.ts';
import { sqsRecordVisibility } from '../aws/record-visibility.ts';
import { RefusalsTable } from '../aws/refusals-table.ts';
import { RequestClaimsTable } from '../aws/request-claims-table.ts';
import { RunCountsTable, TokenCountsTable } from '../aws/run-counts-table.ts';
import { RunListTable } from '../aws/run-list-table.ts';
import { RunsTable } from '../aws/runs-table.ts';
import { createS3Client, S3Addresses, S3Objects } from '../aws/s3-objects.ts';
import { SearchTable } from '../aws/search-table.ts';
import { SendPacingTable } from '../aws/send-pacing-table.ts';
import { ServiceKeysTable } from '../aws/service-keys-table.ts';
import { SesMailer } from '../aws/ses-mailer.ts';
import { UserSightingsTable, WidgetSightingsTable } from '../aws/sightings-table.ts';
import { SqsQueue } from '../aws/sqs-queue.ts';
import { TemplatesTable } from '../aws/templates-table.ts';
import { TenantAllowanceTable } from '../aws/tenant-allowance-table.ts';
import * as tenantSecrets from '../aws/tenant-secret-store.ts';
import { TestLinksTable, TestSessionsTable, TestUseTable } from '../aws/test-chat-tables.ts';
import { TurnLogTables } from '../aws/turn-log-tables.ts';
import { PasswordGuessesTable, UserAccessTable } from '../aws/user-access-table.ts';
import { CognitoUserPool, createCognitoClient } from '../aws/user-pool.ts';
import { WaitingRepliesTable } from '../aws/waiting-replies-table.ts';
import { guardedHttpClient } from '../clients/guarded-http-client.ts';
import { openAiClient } from '../clients/openai-client.ts';
import * as addressGuard from '../clients/refused-address.ts';
import { limits } from '../contract/limits.ts';
import { mailLimits } from '../contract/mail.ts';
import type { FlowState } from '../engine/interfaces.ts';
import { createSettledTurns } from '../operations/turn/settle-turn.ts';
import type { LlmClient } from '../ports/http-client.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings of the functions, as the stacks and the local stack set them, with their defaults. A function that uses one
 * without a default does not start without it. @see contract/function-settings.ts
 */
export const settings = {
  /** Name of the deployment; part of the metrics' namespace. */
  STAGE: 'local',
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: 'messaging-gateway',
  /** How much slower than AWS its services may be: on a laptop, all of them share its cores. */
  PATIENCE: '1',
  TABLE_PREFIX: null,
  EVENT_BUS_NAME: null,
  TURNS_QUEUE_URL: null,
  CONTINUATIONS_QUEUE_URL: null,
  OUTBOUND_QUEUE_URL: null,
  CHORES_QUEUE_URL: null,
  /** Also the queue of emails to send. */
  RUNS_QUEUE_URL: null,
  FILES_BUCKET: null,
  FILES_QUEUE_URL: '',
  USER_POOL_ID: null,
  TENANT_SECRET_PREFIX: null,
  /** Tokens of the first chat app's subscription handshake, separated by commas; in plain on a laptop only. */
  WEBHOOK_VERIFY_TOKENS: '',
  /** Secret that holds the tokens, everywhere else. */
  WEBHOOK_VERIFY_TOKENS_ARN: '',
  /** Key of derived IDs, in plain on a laptop only; cursors of lists are signed with it. */
  ID_SECRET: '',
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: '',
  /** Origins besides public https ones that flows may call and files are fetched from, separated by commas. */
  ALLOWED_HTTP_ORIGINS: '',
  /** The console's origins, if they differ from the API's, separated by commas. */
  ADMIN_ORIGINS: '',
  /** An OpenAI-compatible endpoint; without it `llm` steps go to Amazon Bedrock. */
  LLM_BASE_URL: '',
  LLM_API_KEY: '',
  LLM_MODEL: 'amazon.nova-lite-v1:0',
  /** The language models that flows can name, separated by commas. */
  LLM_MODELS: '',
  /** The sender of emails; empty: none are sent. */
  MAIL_FROM: '',
  /** SES publishes bounces and complaints by it; empty: none. */
  MAIL_CONFIGURATION_SET: '',
  /** The console's URL; empty: it is below the API's. */
  CONSOLE_URL: '',
} as const satisfies Readonly<Record<string, string | null>>;

type SettingName = keyof typeof settings;

/** Time, randomness and waiting, which every entry is given. */
export interface Clock {
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** What a port is made from. */
interface Context extends Clock {
  readonly env: Environment;
  /** Made when a port first needs them. */
  readonly clients: { -readonly [K in keyof sdk.AwsClients]?: sdk.AwsClients[K] };
  readonly requestHandler: sdk.RequestHandler;
  /** @param absent in place of the setting's default */
  readonly setting: (name: SettingName, absent?: string) => string;
}

/** Makes each of an entry's ports; the clock is no port. */
type Factories<P> = { readonly [K in keyof P as Exclude<K, keyof Clock>]: (context: Context) => P[K] };

/** What a test, or a preview of a flow, may replace: clients, the clock and any port. */
export type Replacements<P = object> = Partial<Clock & P> & {
  readonly clients?: Partial<sdk.AwsClients>;
  readonly requestHandler?: sdk.RequestHandler;
};

/**
 * Makes the ports that an entry lists from its environment; calls nothing yet.
 * @throws Error that names the settings missing
 */
export function portsOf<P>(
  env: Environment,
  factories: Factories<P>,
  replace: Replacements<P> = {},
): P & Clock {
  const { nowMs = Date.now, random = Math.random, pause = setTimeout, clients = null } = replace;
  const missing = new Set<string>();
  const context: Context = {
    ...{ env, nowMs, random, pause },
    clients: Object.create(clients),
    requestHandler: replace.requestHandler ?? sdk.functionConnections(env),
    setting: (name, absent) => {
      const value = env[name] || (absent ?? settings[name]);
      if (value === null) missing.add(name);
      return value ?? '';
    },
  };
  const replaced: Readonly<Record<string, unknown>> = replace;
  const made = Object.entries<(context: Context) => unknown>(factories).map(([name, make]) => [
    name,
    replaced[name] ?? make(context),
  ]);
  if (missing.size > 0) throw new Error(`settings are missing: ${[...missing].join(', ')}`);
  return { ...Object.fromEntries(made), nowMs, random, pause };
}

/** Returns a setting's values, which commas separate. */
const valuesOf = (text: string): readonly string[] => text.split(',').filter(Boolean);

/** Returns the console's origins, if they differ from the API's. */
export const adminOriginsOf = ({ ADMIN_ORIGINS = '' }: Environment) => valuesOf(ADMIN_ORIGINS);

const dynamodbOf = ({ clients, env, requestHandler }: Context) => {
  clients.dynamodb ??= sdk.createDynamodbClient(env, requestHandler);
  return clients.dynamodb;
};
const secretsOf = ({ clients, env, requestHandler }: Context) => {
  clients.secrets ??= sdk.createSecretsClient(env, requestHandler);
  return clients.secrets;
};
const sqsOf = ({ clients, env, requestHandler }: Context) => {
  clients.sqs ??= sdk.createSqsClient(env, requestHandler);
  return clients.sqs;
};
const eventsOf = ({ clients, env, requestHandler }: Context) => {
  clients.events ??= sdk.createEventsClient(env, requestHandler);
  return clients.events;
};

/** A table over one client. */
type Table<T> = new (dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) => T;

/* @__NO_SIDE_EFFECTS__ */
function table<T>(Port: Table<T>) {
  return (context: Context): T =>
    new Port(dynamodbOf(context), context.setting('TABLE_PREFIX'), context.nowMs);
}

/* @__NO_SIDE_EFFECTS__ */
function queueAt(name: SettingName, absent?: string) {
  // A start does without the client: it is made for the first message.
  return (context: Context) =>
    new SqsQueue(
      {
        get sqs() {
          return sqsOf(context);
        },
      },
      context.setting(name, absent),
    );
}

/**
 * An allowance of a tenant.
 * @param windowMs a function, since a bundler keeps calls whose arguments read properties
 */
/* @__NO_SIDE_EFFECTS__ */
function allowanceOf(suffix: string, windowMs: () => number) {
  return (context: Context) => {
    const { clients, env, requestHandler } = context;
    const client = {
      dynamodb: dynamodbOf(context),
      // Made for the first call that needs it.
      get dynamodbOnce() {
        clients.dynamodbOnce ??= sdk.createDynamodbClient(env, requestHandler, 1);
        return clients.dynamodbOnce;
      },
    };
    return new TenantAllowanceTable(client, context.setting('TABLE_PREFIX'), context.nowMs, {
      suffix,
      windowMs: windowMs(),
    });
  };
}

// One factory a port: a bundle carries those that its entry names.

export const access = table(UserAccessTable);
export const addresses = (context: Context, bucket = context.setting('FILES_BUCKET')) =>
  new S3Addresses(context.env, bucket, context.nowMs);
export const admissions = (context: Context) =>
  new AdmissionsTable(dynamodbOf(context), context.setting('TABLE_PREFIX'), context);
export const allowance = allowanceOf('tenant', () => limits.rateWindowMs);
export const answeringTeams = table(AnsweringTeamsTable);
export const audit = table(AuditTable);
export const backgroundJobs = queueAt('CHORES_QUEUE_URL');
export const bus = (context: Context) =>
  new EventBridgeBus(eventsOf(context), context.setting('EVENT_BUS_NAME'));
export const centerLinks = table(CenterLinksTable);
export const claims = table(RequestClaimsTable);
export const consoleUrl = ({ setting }: Context) => setting('CONSOLE_URL');
export const contacts = table(ContactsTable);
export const continuations = queueAt('CONTINUATIONS_QUEUE_URL');
export const conversations = (
  context: Context,
  options: ConstructorParameters<typeof ConversationsTable>[2] = {},
) => new ConversationsTable<FlowState>(dynamodbOf(context), context.setting('TABLE_PREFIX'), options);
export const counts = table(RunCountsTable);
export const cursors = table(DeliveryCursorsTable);
export const deadLetters = table(DeadLettersTable);
export const deadlines = ({ setting }: Context) => sdk.awsDeadlines(Number(setting('PATIENCE')));
export const deliveries = table(DeliveriesTable);
export const directory = (context: Context, cacheVersions?: CacheVersions) =>
  new DirectoryTable(dynamodbOf(context), context.setting('TABLE_PREFIX'), context.nowMs, cacheVersions);
export const editors = table(FlowEditorsTable);
export const feed = table(InboxFeedTable);
export const fileJobs = queueAt('FILES_QUEUE_URL');
export const files = table(FilesTable);
export const guesses = table(PasswordGuessesTable);
export const health = table(ChannelHealthTable);
export const http = ({ setting }: Context) =>
  guardedHttpClient({ allowedOrigins: valuesOf(setting('ALLOWED_HTTP_ORIGINS')) });
export const idKeys = (context: Context) => {
  const { setting, nowMs } = context;
  const named = { ID_SECRET: setting('ID_SECRET') || undefined, ID_SECRET_ARN: setting('ID_SECRET_ARN') };
  return deployment.idKeys(named, secretsOf(context), nowMs);
};
export const inboxIndex = table(InboxIndexTable);
export const keys = table(ServiceKeysTable);
export const largeMessages = (context: Context) =>
  largeMessagesTable(dynamodbOf(context), context.setting('TABLE_PREFIX'));
/** The language models that a deployment, or a developer's machine, is set to. */
export const llm = ({ env, setting }: Context): LlmClient => {
  const [baseUrl, apiKey, model] = [setting('LLM_BASE_URL'), setting('LLM_API_KEY'), setting('LLM_MODEL')];
  return baseUrl
    ? openAiClient({ baseUrl, model, ...(apiKey && { apiKey }) })
    : bedrockClient({ model, env });
};
export const loads = table(AgentLoadsTable);
export const log = ({ setting }: Context) => createLog(setting('POWERTOOLS_SERVICE_NAME'));
export const mailAllowance = allowanceOf('mails', () => mailLimits.hourMs);
export const mailer = ({ env, setting }: Context) => {
  const [from, configurationSet] = [setting('MAIL_FROM'), setting('MAIL_CONFIGURATION_SET')];
  return from === '' ? null : new SesMailer(env, from, configurationSet);
};
export const mails = table(MailsTable);
/** Absent from functions that ask for no emails. */
export const mailQueue = queueAt('RUNS_QUEUE_URL', '');
export const metrics = ({ setting }: Context) => createMetrics(setting('STAGE'));
export const models = ({ setting }: Context) => valuesOf(setting('LLM_MODELS'));
export const objects = ({ env, requestHandler, setting }: Context) =>
  new S3Objects(createS3Client(env, requestHandler), setting('FILES_BUCKET'));
export const pacing = table(SendPacingTable);
export const people = table(PeopleTable);
export const personal = table(PersonalDataTables);
export const pollAllowance = allowanceOf('polls', () => limits.pollHoldMs);
export const pool = ({ env, requestHandler, setting }: Context) =>
  new CognitoUserPool(createCognitoClient(env, requestHandler), setting('USER_POOL_ID'));
export const presence = table(PresenceTable);
export const queue = queueAt('TURNS_QUEUE_URL');
export const received = table(ReceivedMessagesTable);
export const records = table(DirectoryRecordsTable);
export const refusals = table(RefusalsTable);
export const refusedAddress =
  ({ setting }: Context) =>
  (address: string) =>
    addressGuard.refusedAddress(address, valuesOf(setting('ALLOWED_HTTP_ORIGINS')));
export const replyQueue = queueAt('OUTBOUND_QUEUE_URL');
export const requestAllowance = allowanceOf('requests', () => limits.rateWindowMs);
export const runList = table(RunListTable);
export const runs = table(RunsTable);
export const runTasks = queueAt('RUNS_QUEUE_URL');
export const search = table(SearchTable);
/** The secrets that tenants verify and that flows send. */
export const secrets = (context: Context, cacheVersions?: CacheVersions) =>
  tenantSecrets.secretsManagerTenantSecrets(
    secretsOf(context),
    context.setting('TENANT_SECRET_PREFIX'),
    context.nowMs,
    cacheVersions,
  );
export const secretStore = (context: Context) =>
  new tenantSecrets.SecretsManagerTenantSecretStore(
    secretsOf(context),
    context.setting('TENANT_SECRET_PREFIX'),
  );
/** Also what messages are sent with. */
export const sendingSecrets = (context: Context) =>
  tenantSecrets.allTenantSecrets(secretsOf(context), context.setting('TENANT_SECRET_PREFIX'), context.nowMs);
export const sessionAllowance = allowanceOf('sessions', () => limits.rateWindowMs);
export const settled = ({ nowMs }: Context) => createSettledTurns(nowMs);
export const templates = table(TemplatesTable);
export const testLinks = table(TestLinksTable);
export const testUse = table(TestUseTable);
export const testSessions = <Session>(context: Context) =>
  new TestSessionsTable<Session>(dynamodbOf(context), context.setting('TABLE_PREFIX'), context.nowMs);
export const tokens = table(TokenCountsTable);
export const turnLog = table(TurnLogTables);
export const typing = table(TypingTable);
export const uploadAllowance = allowanceOf('uploads', () => limits.uploadWindowMs);
export const userSightings = table(UserSightingsTable);
export const verifyTokens = (context: Context) => {
  const { setting, nowMs } = context;
  const named = {
    WEBHOOK_VERIFY_TOKENS: setting('WEBHOOK_VERIFY_TOKENS') || undefined,
    WEBHOOK_VERIFY_TOKENS_ARN: setting('WEBHOOK_VERIFY_TOKENS_ARN'),
  };
  return deployment.verifyTokens(named, secretsOf(context), nowMs);
};
export const visibility = (context: Context) =>
  sqsRecordVisibility(sqsOf(context), [
    context.setting('TURNS_QUEUE_URL'),
    context.setting('CONTINUATIONS_QUEUE_URL'),
    context.setting('OUTBOUND_QUEUE_URL'),
  ]);
export const waiting = table(WaitingRepliesTable);
export const widgetSightings = table(WidgetSightingsTable);

// What several entries list.

/** What every route of the admin API uses. */
export const adminFrame = { directory, access, audit, claims, idKeys, log };

/** What requests of visitors and of agents both use. */
export const turnPorts = {
  backgroundJobs,
  bus,
  centers: replyQueue,
  continuations,
  deadLetters,
  deadlines,
  fileJobs,
  files,
  http,
  idKeys,
  inboxIndex,
  log,
  metrics,
  presence,
  queue,
  records,
  settled,
  turnLog,
  typing,
  uploadAllowance,
};

/** What agents' requests use, in the console and through an API key. */
export const agentPorts = {
  ...adminFrame,
  ...turnPorts,
  addresses,
  conversations,
  feed,
  loads,
  pacing,
  sendingSecrets,
  templates,
};
