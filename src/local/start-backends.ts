import { createServer } from 'node:http';
import { type AwsClients, createLongTimeoutAwsClients } from '../aws/clients.ts';
import { createTables } from '../aws/create-tables.ts';
import { sqsNotificationTarget, sqsOutboundTarget, sqsPlainTarget } from '../aws/outbound-target.ts';
import { checkTables, renewEmbeddedTables } from '../aws/renew-tables.ts';
import { incomingPrefix } from '../contract/files.ts';
import { type FunctionName, outboundPattern } from '../contract/function-settings.ts';
import { mailEventPattern } from '../contract/mail.ts';
import { arrivalPattern, arrivalRecord, publishedPattern } from '../contract/queue-records.ts';
import { runPattern } from '../contract/runs.ts';
import { type AwsServices, startAwsServices } from './aws/aws-services.ts';
import type { BusRule } from './aws/event-bus.ts';
import type { StartedParts } from './environment.ts';
import { busName, filesBucket, localEnvironment, tablePrefix } from './environment.ts';
import { type LocalQueues, prepareQueues, type QueueSettings } from './lambda/queues.ts';
import { type Endpoint, startEndpoint } from './listen.ts';
import type { StackOptions } from './stack-options.ts';

/** The backends of the functions. */
export interface Backends {
  readonly env: ReturnType<typeof localEnvironment> & QueueSettings;
  readonly clients: AwsClients;
  readonly bus: AwsServices['bus'];
  readonly userPool: AwsServices['userPool'];
  readonly queues: LocalQueues;
  readonly isEmpty: AwsServices['isEmpty'];
  readonly orders: OrderService;
  readonly files: AwsServices['files'];
  /** Takes what a function writes to its log. */
  readonly hear: (name: FunctionName, text: string) => void;
}

/** Starts the AWS services with the gateway's tables, queues and rule, and the demo's order service. @see design 8 */
export async function startBackends(options: StackOptions, parts: StartedParts): Promise<Backends> {
  const { dataDir, env: given = {}, providerUrl } = options;
  const services = await startAwsServices(
    {
      ...{ env: given, dataDir, queues: options.queues, sendMail: options.sendMail },
      busName: given.EVENT_BUS_NAME || busName,
      filesBucket: given.FILES_BUCKET || filesBucket,
      tablePrefix: given.TABLE_PREFIX || tablePrefix,
    },
    parts,
  );
  const orders = parts.keep(await startOrderService());
  const settings = localEnvironment(services.endpoints, [orders.url, providerUrl ?? []].flat(), given);
  const clients = createLongTimeoutAwsClients(settings);
  await prepareTables(settings, services.endpoints.AWS_ENDPOINT_URL_DYNAMODB, clients.dynamodb);
  const queues = await prepareQueues(clients, services);
  const env = {
    TURNS_QUEUE_URL: queues.turnsQueueUrl,
    CONTINUATIONS_QUEUE_URL: queues.continuationsQueueUrl,
    OUTBOUND_QUEUE_URL: queues.outboundQueueUrl,
    CHORES_QUEUE_URL: queues.jobQueueUrl,
    FILES_QUEUE_URL: queues.filesQueueUrl,
    RUNS_QUEUE_URL: queues.runsQueueUrl,
    ...settings,
  };
  const runs = sqsPlainTarget(clients.sqs, env.RUNS_QUEUE_URL);
  for (const rule of [
    { pattern: outboundPattern, target: sqsOutboundTarget(clients.sqs, env.OUTBOUND_QUEUE_URL) },
    { pattern: publishedPattern, target: sqsPlainTarget(clients.sqs, env.CHORES_QUEUE_URL) },
    { pattern: runPattern, target: runs },
    { pattern: arrivalPattern, target: (event) => runs(arrivalRecord.parse(event)) },
    { pattern: mailEventPattern, target: runs },
  ] satisfies BusRule[])
    services.bus.addRule(rule);
  services.files.notify(incomingPrefix, sqsNotificationTarget(clients.sqs, env.FILES_QUEUE_URL));
  return {
    env,
    clients,
    bus: services.bus,
    files: services.files,
    userPool: services.userPool,
    queues,
    isEmpty: services.isEmpty,
    orders,
    hear: (name, text) => services.logs.write(`/aws/lambda/${env.TABLE_PREFIX}${name}`, text),
  };
}

interface OrderService extends Endpoint {
  /** Idempotency keys of the calls received, in order. */
  readonly idempotencyKeys: readonly string[];
}

const orders: Readonly<Record<string, object>> = {
  '1001': { id: '1001', status: 'shipped', carrier: 'Parcel Post', eta: 'tomorrow' },
  '1002': { id: '1002', status: 'in preparation', carrier: null, eta: 'in three days' },
};
const longestDelayMs = 10_000;

/** The demo tenant's order system: `GET /orders/{id}`; `?delay=ms` makes it as slow as a real warehouse. */
async function startOrderService(): Promise<OrderService> {
  const idempotencyKeys: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://orders');
    const order = orders[/^\/orders\/([^/]+)$/.exec(url.pathname)?.[1] ?? ''];
    idempotencyKeys.push(String(request.headers['idempotency-key'] ?? ''));
    const delayMs = Math.min(Number(url.searchParams.get('delay') ?? 0) || 0, longestDelayMs);
    const timer = setTimeout(() => {
      response.writeHead(order ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(order ?? { error: 'no such order' }));
    }, delayMs);
    response.on('close', () => clearTimeout(timer));
  });
  return { ...(await startEndpoint(server)), idempotencyKeys };
}

/** The tables as this version needs them, those of an earlier one brought up to date. @throws OutdatedTablesError */
async function prepareTables(
  { TABLE_PREFIX, ...settings }: ReturnType<typeof localEnvironment>,
  embedded: string | undefined,
  dynamodb: AwsClients['dynamodb'],
): Promise<void> {
  if (embedded === undefined) await checkTables(dynamodb, TABLE_PREFIX);
  else {
    const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = settings;
    const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
    await renewEmbeddedTables({ endpoint: embedded, region: AWS_REGION, ...credentials }, TABLE_PREFIX);
  }
  await createTables(dynamodb, TABLE_PREFIX);
}
