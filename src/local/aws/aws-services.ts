import { join } from 'node:path';
import type { Mail } from '../../ports/mail.ts';
import { localKeys } from '../environment.ts';
import { type LocalUserPool, openUserPool } from '../hosted-ui/user-pool.ts';
import { lockDirectory } from '../lock-directory.ts';
import type { StartedParts } from '../started-parts.ts';
import { type LocalLogs, startCloudwatchLogs } from './cloudwatch-logs.ts';
import { localPoolId, startCognito } from './cognito/start-cognito.ts';
import { startDynamodb } from './dynamodb.ts';
import { type LocalBus, startEventBus } from './event-bus.ts';
import { type LocalS3, startS3 } from './s3/start-s3.ts';
import { startSecretsManager } from './secrets-manager.ts';
import { startSes } from './ses.ts';
import { type SqsOptions, startSqs } from './sqs/start-sqs.ts';

/** The AWS services, embedded or replaced. */
export interface AwsServices {
  /** `AWS_ENDPOINT_URL_…` of those that are embedded, and the user pool's id. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Behind the hosted sign-in, and behind the embedded Cognito. */
  readonly userPool: LocalUserPool;
  readonly files: Pick<LocalS3, 'notify' | 'settled'>;
  readonly bus: Pick<LocalBus, 'events' | 'addRule'>;
  readonly logs: Pick<LocalLogs, 'write'>;
  /** Bodies that lie in an embedded queue, waiting or in flight. */
  waiting(queueUrl: string): readonly string[];
  /** Whether an embedded queue is known to hold nothing. */
  isEmpty(queueUrl: string): boolean;
}

export interface AwsServicesOptions {
  /** An endpoint that it names replaces the embedded service. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dataDir: string | undefined;
  readonly busName: string;
  readonly filesBucket: string;
  readonly tablePrefix: string;
  /** Where mails go besides the page that shows them. */
  readonly sendMail: ((mail: Mail) => void) | undefined;
  /** The embedded queues' clock, quota and choices. */
  readonly queues?: Omit<SqsOptions, 'journalFile'> | undefined;
}

/** Starts the AWS services whose endpoints are not given, each under the SDK's own name for its endpoint. @see design 8 */
export async function startAwsServices(
  { env, dataDir, busName, filesBucket, tablePrefix, sendMail, queues: queueOptions }: AwsServicesOptions,
  parts: StartedParts,
): Promise<AwsServices> {
  if (dataDir) parts.keep(lockDirectory(dataDir));
  const isGiven = (service: string) => Boolean(env[`AWS_ENDPOINT_URL_${service}`] || env.AWS_ENDPOINT_URL);
  const dynamodb = isGiven('DYNAMODB') ? undefined : parts.keep(await startDynamodb(dataDir));
  const queues = isGiven('SQS')
    ? replacedQueues
    : parts.keep(await startSqs({ ...queueOptions, journalFile: dataDir && join(dataDir, 'queue.jsonl') }));
  const bus = isGiven('EVENTBRIDGE') ? undefined : parts.keep(await startEventBus(busName));
  const secrets = isGiven('SECRETS_MANAGER')
    ? undefined
    : parts.keep(await startSecretsManager(dataDir && join(dataDir, 'secrets.json')));
  const files = isGiven('S3')
    ? undefined
    : parts.keep(
        await startS3({ bucket: filesBucket, keys: keysOf(env), dataDir, nowMs: queueOptions?.nowMs }),
      );
  const logs = isGiven('CLOUDWATCH_LOGS') ? undefined : parts.keep(await startCloudwatchLogs());
  const userPool = openUserPool({ dataDir, sendMail });
  const mails = isGiven('SESV2') ? undefined : parts.keep(await startSes(userPool.sendMail));
  const cognito = isGiven('COGNITO_IDENTITY_PROVIDER')
    ? undefined
    : parts.keep(await startCognito(userPool, `${tablePrefix}users`));
  return {
    userPool,
    endpoints: {
      ...(cognito && { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url, USER_POOL_ID: localPoolId }),
      ...(dynamodb && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url }),
      ...(queues.url && { AWS_ENDPOINT_URL_SQS: queues.url }),
      ...(bus && { AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url }),
      ...(files && { AWS_ENDPOINT_URL_S3: files.url }),
      ...(mails && { AWS_ENDPOINT_URL_SESV2: mails.url }),
      ...(logs && { AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: logs.url }),
      ...(secrets && { AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url }),
    },
    bus: bus ?? replacedBus,
    logs: logs ?? replacedLogs,
    files: files ?? replacedFiles,
    waiting: queues.waiting,
    isEmpty: queues.isEmpty,
  };
}

/** Whoever gives the queues keeps their messages, and alone can look into them. */
const replacedQueues = {
  url: undefined,
  waiting: (): readonly string[] => {
    throw new Error('only the embedded queues can be looked into');
  },
  isEmpty: () => false,
};

/** Whoever gives the bucket has its notifications as the deployment makes them. */
const replacedFiles = { notify: () => undefined, settled: async () => undefined };

/** Whose signatures the embedded S3 takes. */
const keysOf = ({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: AwsServicesOptions['env']) => ({
  accessKeyId: AWS_ACCESS_KEY_ID || localKeys.accessKeyId,
  secretAccessKey: AWS_SECRET_ACCESS_KEY || localKeys.secretAccessKey,
});

/** Whoever gives the logs has functions that write to them. */
const replacedLogs = { write: () => undefined };

/** Whoever gives the bus has its events, and its rules as the deployment makes them. */
const replacedBus = { events: [], addRule: () => undefined };
