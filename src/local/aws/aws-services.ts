import { join } from 'node:path';
import { lockDirectory } from '../lock-directory.ts';
import type { StartedParts } from '../started-parts.ts';
import { startDurableSqs } from './durable-sqs.ts';
import { startDynamodb } from './dynamodb.ts';
import { type LocalBus, startEventBus } from './event-bus.ts';
import { startSecretsManager } from './secrets-manager.ts';
import { startSqs } from './sqs.ts';

/** The AWS services, embedded or replaced. */
export interface AwsServices {
  /** `AWS_ENDPOINT_URL_…` of those that are embedded. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly bus: Pick<LocalBus, 'events' | 'addRule'>;
  /** Bodies that lie in an embedded queue, waiting or in flight. */
  waiting(queueUrl: string): readonly string[];
  /** Brings back the messages that an earlier process kept. */
  restoreQueues(queueUrls: readonly string[]): Promise<void>;
}

export interface AwsServicesOptions {
  /** An endpoint that it names replaces the embedded service. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dataDir: string | undefined;
  readonly busName: string;
}

/** Starts the AWS services whose endpoints are not given, each under the SDK's own name for its endpoint. @see design 8 */
export async function startAwsServices(
  { env, dataDir, busName }: AwsServicesOptions,
  parts: StartedParts,
): Promise<AwsServices> {
  if (dataDir) parts.keep(lockDirectory(dataDir));
  const isGiven = (service: string) => Boolean(env[`AWS_ENDPOINT_URL_${service}`] || env.AWS_ENDPOINT_URL);
  const dynamodb = isGiven('DYNAMODB') ? undefined : parts.keep(await startDynamodb(dataDir));
  const queues = isGiven('SQS') ? replacedQueues : await startQueues(dataDir, parts);
  const bus = isGiven('EVENTBRIDGE') ? undefined : parts.keep(await startEventBus(busName));
  const secrets = isGiven('SECRETS_MANAGER')
    ? undefined
    : parts.keep(await startSecretsManager(dataDir && join(dataDir, 'secrets.json')));
  return {
    endpoints: {
      ...(dynamodb && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url }),
      ...(queues.url && { AWS_ENDPOINT_URL_SQS: queues.url }),
      ...(bus && { AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url }),
      ...(secrets && { AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url }),
    },
    bus: bus ?? replacedBus,
    waiting: queues.waiting,
    restoreQueues: queues.restore,
  };
}

async function startQueues(dataDir: string | undefined, parts: StartedParts) {
  const sqs = parts.keep(await startSqs());
  if (!dataDir) return { ...sqs, restore: async () => undefined };
  const durable = parts.keep(await startDurableSqs(sqs.url, join(dataDir, 'queue.jsonl')));
  return { url: durable.url, waiting: sqs.waiting, restore: durable.restore };
}

/** Whoever gives the queues keeps their messages, and alone can look into them. */
const replacedQueues = {
  url: undefined,
  waiting: (): readonly string[] => {
    throw new Error('only the embedded queues can be looked into');
  },
  restore: async () => undefined,
};

/** Whoever gives the bus has its events, and its rules as the deployment makes them. */
const replacedBus = { events: [], addRule: () => undefined };
