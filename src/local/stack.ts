import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { jobQueueName, runsQueueName } from '../aws/create-tables.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTableWriter } from '../aws/directory-writer.ts';
import { CognitoUserPool, createCognitoClient } from '../aws/user-pool.ts';
import { type LocalStack, localStackPath } from '../contract/docs.ts';
import { limits } from '../contract/limits.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { readTenantFolder } from '../operations/directory/read-tenant-folder.ts';
import { syncUsers } from '../operations/users/sync-users.ts';
import type { DirectoryWriter } from '../ports/directory-writer.ts';
import { type StartedParts, startedParts } from './environment.ts';
import { type HostedUi, startHostedUi } from './hosted-ui/start-hosted-ui.ts';
import { createJwtAuthorizer, type JwtAuthorizer, type Page, startHttpApi } from './http-api/http-api.ts';
import type { InvokeFunction, Report } from './lambda/functions.ts';
import { consumedQueues, drainQueues, type LocalQueues, startQueuePoller } from './lambda/queues.ts';
import type { StackOptions } from './stack-options.ts';
import { type Backends, startBackends } from './start-backends.ts';

export interface Stack extends Pick<Backends, 'bus' | 'clients' | 'queues' | 'orders' | 'userPool'> {
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hostedUi: HostedUi;
  readonly tenants: readonly TenantFolder[];
  /** Runs the schedule once. */
  tick(): Promise<void>;
  /** Counts once what reports show of runs. */
  countRuns(): Promise<void>;
  /** Runs once what keeps the index of users in line with the pool. */
  syncUsers(): Promise<void>;
  /** Processes the queues until nothing can be received. */
  drain(): Promise<void>;
  /** Finishes what is being processed, and stops everything. */
  stop(): Promise<void>;
}

/**
 * Starts everything on 127.0.0.1, real wire protocols in between.
 * @throws whatever a part of it throws, after all that had started has been stopped
 * @see design 8
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const parts = startedParts();
  try {
    return await startParts(options, parts);
  } catch (error) {
    await parts.stop().catch(() => undefined);
    throw error;
  }
}

async function startParts(options: StackOptions, parts: StartedParts): Promise<Stack> {
  const { background, report = reportToConsole } = options;
  const backends = await startBackends(options, parts);
  const { clients, env } = backends;
  const { invoke } = parts.keep(options.functions(env, report, backends.hear));
  const consumed = consumedQueues(clients, env, invoke, backends.isEmpty);
  const tick = async () => {
    const jobs = consumed.filter(({ name }) => name === jobQueueName);
    // Published effects are marked before the schedule looks for unpublished ones.
    await drainQueues(jobs);
    await invoke('schedule', { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
    await drainQueues(jobs);
    await invoke('files', { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
  };
  const countRuns = async () => {
    const runs = consumed.filter(({ name }) => name === runsQueueName);
    await drainQueues(runs);
    await invoke('runs', { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
    await drainQueues(runs);
  };
  const syncUsers = async () => {
    // Cognito's endpoint is external, without a pool.
    const { USER_POOL_ID }: Readonly<Record<string, string | undefined>> = env;
    if (!USER_POOL_ID) return;
    await invoke('user-sync', { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
  };
  const fronts = await startFronts({ ...options, report }, { ...backends, invoke }, parts);
  if (background) {
    for (const queue of consumed)
      for (let n = 0; n < (queue.pollers ?? 1); n += 1) parts.keep(startQueuePoller(queue, report));
    parts.keep(startScheduler(tick, limits.scheduleIntervalMs));
    parts.keep(startScheduler(countRuns, limits.scheduleIntervalMs));
    parts.keep(startScheduler(syncUsers, limits.userSyncLookMs));
  }
  return {
    ...backends,
    ...fronts,
    tick,
    countRuns,
    syncUsers,
    async drain() {
      await backends.files.settled();
      await drainQueues(consumed);
    },
    stop: () => parts.stop(),
  };
}

/** The stack's URLs for people and browsers. */
interface Fronts {
  readonly url: string;
  readonly hostedUi: HostedUi;
  readonly tenants: readonly TenantFolder[];
}

/** Starts the HTTP API with its pages and the hosted UI, and applies the demo tenants. @see design 8 */
async function startFronts(
  options: StackOptions & { readonly report: Report },
  backends: Backends & { readonly invoke: InvokeFunction },
  parts: StartedParts,
): Promise<Fronts> {
  const opened = Promise.withResolvers<JwtAuthorizer>();
  // The start reports its own failure. Waiting requests reject, so that a stop can proceed.
  opened.promise.catch(() => undefined);
  let ready = false;
  const api = parts.keep(
    await startHttpApi({
      port: options.port,
      pages: {
        '/healthz': (_request, response) => void response.writeHead(ready ? 200 : 503).end(),
        ...localStackPage(backends.env, backends.queues, demoPlaceholders(options, backends)),
        ...options.pages,
      },
      authorize: async (event) => (await opened.promise)(event),
      // A request before the tenants exist would cache for a minute that they don't.
      invoke: async (name, event) => {
        await opened.promise;
        return backends.invoke(name, event);
      },
      report: options.report,
      ...(options.throttle && { throttle: options.throttle }),
    }),
  );
  backends.userPool.adminUrl = new URL(backends.userPool.adminUrl, api.url).href;
  try {
    const hostedUi = parts.keep(await startSignIn(options, backends, api.url));
    const [tenants] = await Promise.all([seedDemo(options, backends, api.url), enterUsers(backends)]);
    ready = true;
    opened.resolve(createJwtAuthorizer(hostedUi.url, hostedUi.clientId));
    return { url: api.url, hostedUi, tenants };
  } catch (error) {
    opened.reject(error);
    throw error;
  }
}

/** Returns nothing else of the environment: it may contain the developer's own credentials. */
const lines = [
  'AWS_REGION',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_SQS',
  'AWS_ENDPOINT_URL_EVENTBRIDGE',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_CLOUDWATCH_LOGS',
  'FILES_BUCKET',
  'TABLE_PREFIX',
  'TENANT_SECRET_PREFIX',
  'TURNS_QUEUE_URL',
  'CONTINUATIONS_QUEUE_URL',
  'OUTBOUND_QUEUE_URL',
  'CHORES_QUEUE_URL',
  'ALLOWED_HTTP_ORIGINS',
  'ID_SECRET',
] as const;

/** The page on which a local stack describes its parts for the command line. @see design 8 */
function localStackPage(
  env: Readonly<Record<string, string | undefined>>,
  queues: LocalQueues,
  placeholders: Readonly<Record<string, string>>,
): Readonly<Record<string, Page>> {
  const description: LocalStack = {
    env: Object.fromEntries(lines.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    turnsDeadLetterUrl: queues.turnsDeadLetterUrl,
    continuationsDeadLetterUrl: queues.continuationsDeadLetterUrl,
    outboundDeadLetterUrl: queues.outboundDeadLetterUrl,
    placeholders,
  };
  return {
    [localStackPath]: (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(description)),
  };
}

/** Enters the users of the pool in the directory, as `gateway user sync` does: those of the demo are in no index yet. */
async function enterUsers({ env, clients }: Pick<Backends, 'env' | 'clients'>): Promise<void> {
  const { USER_POOL_ID }: Readonly<Record<string, string | undefined>> = env;
  // Cognito's endpoint is external, without a pool.
  if (!USER_POOL_ID) return;
  const cognito = createCognitoClient(env);
  const pool = new CognitoUserPool(cognito, USER_POOL_ID);
  const records = new DirectoryRecordsTable(clients.dynamodb, env.TABLE_PREFIX);
  await syncUsers({ pool, records, nowMs: Date.now });
  cognito.destroy();
}

/** Started after the API, whose address its application has. */
function startSignIn(options: StackOptions, { env, userPool }: Backends, apiUrl: string): Promise<HostedUi> {
  const origins = appOrigins(apiUrl, env.ADMIN_ORIGINS);
  return startHostedUi({ port: 0, appOrigins: origins, ...options.hostedUi }, userPool);
}

/**
 * Returns the console's allowed URLs: the gateway's, under both names of this machine, and the given ones.
 * @param added comma-separated
 */
function appOrigins(gatewayUrl: string, added: string | undefined): string[] {
  const asName = gatewayUrl.replace('127.0.0.1', 'localhost');
  return [...new Set([gatewayUrl, asName, ...(added ?? '').split(',').filter(Boolean)])];
}

async function seedDemo(options: StackOptions, backends: Backends, url: string) {
  if (options.demo === false) return [];
  const { clients, env } = backends;
  const writer = new DirectoryTableWriter(
    clients,
    { tablePrefix: env.TABLE_PREFIX, secretPrefix: env.TENANT_SECRET_PREFIX },
    // Ports differ from start to start and are part of the demo flows.
    { rewriteFlows: true },
  );
  const placeholders = { ...demoPlaceholders(options, backends), GATEWAY_ORIGIN: url };
  return seedTenants(writer, placeholders, options.changeTenant);
}

/** The repository's demo tenants. */
export const examplesDirectory = join(import.meta.dirname, '..', '..', 'examples', 'tenants');

/**
 * Applies the demo tenants.
 * @returns what was applied
 * @throws ConfigurationFileError for a folder that is not valid
 */
async function seedTenants(
  writer: DirectoryWriter,
  placeholders: Readonly<Record<string, string>>,
  change: (folder: TenantFolder) => TenantFolder = (folder) => folder,
): Promise<TenantFolder[]> {
  const names = (await readdir(examplesDirectory)).sort();
  const folders = await Promise.all(
    names.map((name) => readTenantFolder(join(examplesDirectory, name), placeholders)),
  );
  const changed = folders.map(change);
  for (const folder of changed) await writer.apply(folder);
  return changed;
}

/** Values for the placeholders in the demo tenants' files, except the gateway's own URL. */
function demoPlaceholders({ providerUrl }: StackOptions, { orders }: Backends) {
  return { ORDER_SERVICE_URL: orders.url, PROVIDER_URL: providerUrl ?? orders.url };
}

/**
 * Runs something again and again, as EventBridge Scheduler does; never beside itself.
 * @param run reports its own failures; the next run does what a failed one did not
 */
function startScheduler(run: () => Promise<void>, intervalMs: number) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= run()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  return {
    /** Runs no more, and waits for a run that is going on. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

const reportToConsole: Report = (message, error) => {
  console.error(`${message}: ${error instanceof Error ? error.stack : String(error)}`);
};
