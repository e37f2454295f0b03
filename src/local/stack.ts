import { join } from 'node:path';
import { createAwsClients } from '../aws/clients.ts';
import { createTables } from '../aws/create-tables.ts';
import { directoryWriter } from '../aws/directory-writer.ts';
import { sqsOutboundTarget } from '../aws/outbound-target.ts';
import { pollQueueOnce } from '../aws/poll-queue.ts';
import { limits } from '../contract/limits.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { createAuthBff } from '../lambda/create-auth-bff.ts';
import type { GatewayHandler } from '../lambda/create-handler.ts';
import { type Endpoint, startDynamodb } from './dynamodb.ts';
import { type BusEvent, type LocalBus, startEventBus } from './event-bus.ts';
import { appOrigins } from './hosted-ui/app-origins.ts';
import { type HostedUi, type HostedUiOptions, startHostedUi } from './hosted-ui/start-hosted-ui.ts';
import { type Page, startHttpApi } from './http-api.ts';
import { createJwtAuthorizer, type JwtAuthorizer } from './jwt-authorizer.ts';
import { lambdaContext } from './lambda-context.ts';
import { type OrderService, startOrderService } from './order-service.ts';
import { startQueueJournal } from './queue-journal.ts';
import { startSecretsManager } from './secrets-manager.ts';
import { seedTenants } from './seed.ts';
import { type LocalQueues, startSqs } from './sqs.ts';

export interface StackOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Where data is kept; without it everything is in memory. */
  readonly dataDir?: string;
  readonly createHandler: (env: Readonly<Record<string, string | undefined>>) => GatewayHandler;
  /** Settings that win over the stack's own, `AWS_ENDPOINT_URL_…` among them. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where the channels' accounts send their replies. */
  readonly providerUrl?: string;
  readonly pages?: Readonly<Record<string, Page>>;
  readonly hostedUi?: Partial<HostedUiOptions>;
  /** Changes a demo tenant before it is applied. */
  readonly changeTenant?: (folder: TenantFolder) => TenantFolder;
  /** False leaves the queue and the schedule to `drain` and `tick`. */
  readonly background: boolean;
}

export interface Stack {
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bus: LocalBus;
  readonly queues: LocalQueues;
  readonly orders: OrderService;
  readonly hostedUi: HostedUi;
  readonly tenants: readonly TenantFolder[];
  /** Runs the schedule once. */
  tick(): Promise<void>;
  /** Processes the queue until it is empty. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const busName = 'messaging-gateway';

/** Starts everything on 127.0.0.1 in one process, real wire protocols in between. @see design 8 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir } = options;
  const [dynamodb, bus, queues, secrets, orders] = await Promise.all([
    startDynamodb(dataDir),
    startEventBus(busName),
    startSqs(),
    startSecretsManager(dataDir && join(dataDir, 'secrets.json')),
    startOrderService(),
  ]);
  const journal = await startQueueJournal(queues.url, dataDir);
  const env = {
    ...environment({ dynamodb, bus, queues, journal, secrets, orders }),
    ALLOWED_HTTP_ORIGINS: [orders.url, options.providerUrl].filter(Boolean).join(','),
    ...options.env,
  };
  const clients = createAwsClients(env);
  await createTables(clients.dynamodb, env.TABLE_PREFIX);
  bus.addRule({
    matches: isAsynchronousReply,
    target: sqsOutboundTarget(clients.sqs, env.OUTBOUND_QUEUE_URL),
  });
  const handler = options.createHandler(env);
  const invoke = (name: string, timeoutMs: number) => (event: unknown) =>
    handler(event, lambdaContext(name, timeoutMs));

  const authBff = createAuthBff(env);
  let ready = false;
  let authorize: JwtAuthorizer = async () => null;
  const api = await startHttpApi({
    port: options.port,
    pages: {
      '/healthz': (_request, response) => void response.writeHead(ready ? 200 : 503).end(),
      ...options.pages,
    },
    authorize: (event) => authorize(event),
    invoke: (name, event) =>
      name === 'auth-bff' ? authBff(event) : invoke(name, limits.gatewayTimeoutMs)(event),
  });
  const hostedUi = await startHostedUi({
    port: 0,
    appOrigins: appOrigins(api.url, env.ADMIN_ORIGINS),
    ...(dataDir && { dataDir }),
    ...options.hostedUi,
  });
  authorize = createJwtAuthorizer(hostedUi.url, hostedUi.clientId);
  const writer = directoryWriter(
    clients,
    { tablePrefix: env.TABLE_PREFIX, secretPrefix: env.TENANT_SECRET_PREFIX },
    // Ports differ from start to start and are part of the demo flows.
    { rewriteFlows: true },
  );
  const placeholders = {
    GATEWAY_ORIGIN: api.url,
    ORDER_SERVICE_URL: orders.url,
    PROVIDER_URL: options.providerUrl ?? orders.url,
  };
  const tenants = await seedTenants(writer, placeholders, options.changeTenant);

  ready = true;

  const tick = async () => {
    await invoke(
      'schedule',
      60_000,
    )({ source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
  };
  const consumers = [
    { queueUrl: env.TURNS_QUEUE_URL, invoke: invoke('worker', 60_000) },
    { queueUrl: env.OUTBOUND_QUEUE_URL, invoke: invoke('outbound', 60_000) },
  ];
  const polls = consumers.map(
    ({ queueUrl, invoke: consume }): Poll =>
      (waitS, signal) =>
        pollQueueOnce(clients.sqs, { queueUrl, waitS }, consume, signal),
  );
  const background = options.background ? runInBackground(polls, tick) : null;

  return {
    url: api.url,
    env,
    bus,
    queues,
    orders,
    hostedUi,
    tenants,
    tick,
    async drain() {
      while ((await Promise.all(polls.map((poll) => poll(0)))).some((received) => received > 0));
    },
    async stop() {
      await background?.stop();
      await api.stop();
      const parts = [hostedUi, journal, dynamodb, bus, queues, secrets, orders];
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

function environment(parts: {
  dynamodb: Endpoint;
  bus: Endpoint;
  queues: LocalQueues;
  journal: Endpoint;
  secrets: Endpoint;
  orders: Endpoint;
}) {
  return {
    STAGE: 'local',
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: parts.dynamodb.url,
    AWS_ENDPOINT_URL_SQS: parts.journal.url,
    AWS_ENDPOINT_URL_EVENTBRIDGE: parts.bus.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: parts.secrets.url,
    TABLE_PREFIX: 'gateway-',
    EVENT_BUS_NAME: busName,
    TURNS_QUEUE_URL: parts.queues.turnsQueueUrl,
    OUTBOUND_QUEUE_URL: parts.queues.outboundQueueUrl,
    WEBHOOK_VERIFY_TOKENS: 'development-only-verify-token',
    TENANT_SECRET_PREFIX: 'gateway/tenants/',
    ID_SECRET: 'a key for a laptop only',
    ADMIN_ORIGINS: '',
  };
}

type Poll = (waitS: number, signal?: AbortSignal) => Promise<number>;

function runInBackground(polls: readonly Poll[], tick: () => Promise<void>) {
  const stopping = new AbortController();
  const polling = Promise.all(
    polls.map(async (poll) => {
      while (!stopping.signal.aborted) {
        await poll(1, stopping.signal).catch(() => new Promise((resolve) => setTimeout(resolve, 200)));
      }
    }),
  );
  const timer = setInterval(() => void tick().catch(() => undefined), limits.settleAfterMs);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await polling;
    },
  };
}

function isAsynchronousReply({ 'detail-type': type, detail }: BusEvent): boolean {
  return type === 'Channel.OutboundRequested' && detail.channel !== 'webchat';
}
