import { accountOf } from '../aws/caller-account.ts';
import { type AwsClients, createLongTimeoutAwsClients } from '../aws/clients.ts';
import { queueUrlOf } from '../aws/dead-letters.ts';
import { readSecretText } from '../aws/deployment-secrets.ts';
import { type LocalStack, localStack, localStackPath } from '../contract/docs.ts';
import { filesBucketName } from '../contract/files.ts';
import { prefixOf } from '../contract/stage-settings.ts';
import { type IdKeys, parseIdKeys } from '../domain/message-ids.ts';
import { contextInWords, readContext } from './context.ts';
import { CommandError, UsageError } from './explain-error.ts';
import type { Io } from './io.ts';

export interface TargetOptions {
  readonly stage?: string;
  readonly prefix?: string;
  readonly local?: boolean;
  readonly endpoint?: string;
}

/** A FIFO queue and where its dead letters lie. */
export interface QueuePair {
  readonly name: 'turns' | 'continuations' | 'outbound';
  readonly queueUrl: string;
  readonly deadLetterUrl: string;
}

/** The gateway that a command works on: its clients and the names of its resources. */
export interface Target {
  /** Its name in messages. */
  readonly label: string;
  readonly clients: AwsClients;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tablePrefix: string;
  readonly secretPrefix: string;
  /** Values for `${NAME}` that are the same for every tenant. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** The description of a local stack; null for a deployment. */
  readonly local: LocalStack | null;
  queues(): Promise<readonly QueuePair[]>;
  /** URL of the queue of background jobs. */
  jobQueue(): Promise<string>;
  /** The bucket of people's files. */
  filesBucket(): Promise<string>;
  /** The keys from which ids are derived. */
  idKeys(): Promise<IdKeys>;
}

export const defaultEndpoint = 'http://127.0.0.1:3000';
const stageName = /^[a-z][a-z0-9]{1,11}$/;

/**
 * Returns the gateway of the options, or the one set by `gateway use`, which is then printed. There is no other
 * default, so that no command changes a gateway by accident.
 * @throws UsageError when the options name none, or more than one
 * @throws CommandError when a local stack does not answer
 */
export async function resolveTarget(options: TargetOptions, io: Io): Promise<Target> {
  const named = options.stage ?? options.prefix ?? (options.local || options.endpoint);
  const remembered = named ? null : await readContext(io);
  if (remembered) io.err(`${contextInWords(remembered)}, the default set with \`gateway use\``);
  const { stage, prefix, local, endpoint }: TargetOptions = remembered ?? options;
  const chosen = [stage, prefix, local || endpoint].filter(Boolean);
  if (chosen.length !== 1) {
    throw new UsageError(
      chosen.length === 0 ? 'No gateway is selected.' : 'More than one gateway is selected.',
      'Pass one of --local, --endpoint URL, --stage NAME and --prefix PREFIX, or set a default with `gateway use`.',
    );
  }
  if (local || endpoint) return localTarget(new URL(endpoint ?? defaultEndpoint).origin);
  if (stage !== undefined) assertStage(stage);
  return deployedTarget(prefix ?? prefixOf(stage ?? ''), io.env);
}

/** @throws UsageError for what can't be the name of a stage */
export function assertStage(stage: string): void {
  if (!stageName.test(stage))
    throw new UsageError(
      `"${stage}" is not a valid stage name.`,
      'Use a name from cdk.json, for example dev.',
    );
}

function deployedTarget(prefix: string, env: Io['env']): Target {
  const clients = createLongTimeoutAwsClients(env);
  const { queues, jobs, idSecret, tablePrefix, secretPrefix } = deployedNames(prefix);
  const pair = async (name: QueuePair['name']): Promise<QueuePair> => {
    const [queueUrl, deadLetterUrl] = await Promise.all([
      queueUrlOf(clients.sqs, queues[name].queue),
      queueUrlOf(clients.sqs, queues[name].deadLetters),
    ]);
    return { name, queueUrl, deadLetterUrl };
  };
  return {
    label: `${prefix}* in ${env.AWS_REGION ?? 'the default region'}`,
    clients,
    env,
    tablePrefix,
    secretPrefix,
    placeholders: {},
    local: null,
    queues: () => Promise.all([pair('turns'), pair('continuations'), pair('outbound')]),
    jobQueue: () => queueUrlOf(clients.sqs, jobs),
    async filesBucket() {
      const region = await clients.dynamodb.config.region();
      return filesBucketName(prefix, await accountOf({ AWS_REGION: region, ...env }), region);
    },
    async idKeys() {
      const secret = await readSecretText(clients.secrets, idSecret);
      if (!secret) throw new CommandError(`The secret ${idSecret} is empty.`);
      return parseIdKeys(secret);
    },
  };
}

/** Names of a deployment's resources, as the stacks in `lib` make them from its prefix. */
export function deployedNames(prefix: string) {
  return {
    tablePrefix: prefix,
    secretPrefix: `${prefix}tenant/`,
    idSecret: `${prefix}id-secret`,
    userPool: `${prefix}users`,
    jobs: `${prefix}chores`,
    queues: {
      turns: { queue: `${prefix}turns.fifo`, deadLetters: `${prefix}turns-dead.fifo` },
      continuations: {
        queue: `${prefix}continuations.fifo`,
        deadLetters: `${prefix}continuations-dead.fifo`,
      },
      outbound: { queue: `${prefix}outbound.fifo`, deadLetters: `${prefix}outbound-dead.fifo` },
    },
  } as const;
}

async function localTarget(url: string): Promise<Target> {
  const described = await describeStack(url);
  const { env, turnsDeadLetterUrl, continuationsDeadLetterUrl, outboundDeadLetterUrl } = described;
  const { TABLE_PREFIX = '', TENANT_SECRET_PREFIX = '' } = env;
  const { TURNS_QUEUE_URL = '', CONTINUATIONS_QUEUE_URL = '', OUTBOUND_QUEUE_URL = '' } = env;
  const local = { ...env, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  return {
    label: `the local stack at ${url}`,
    clients: createLongTimeoutAwsClients(local),
    env: local,
    tablePrefix: TABLE_PREFIX,
    secretPrefix: TENANT_SECRET_PREFIX,
    placeholders: { ...described.placeholders, GATEWAY_ORIGIN: url },
    local: described,
    queues: async () => [
      { name: 'turns', queueUrl: TURNS_QUEUE_URL, deadLetterUrl: turnsDeadLetterUrl },
      {
        name: 'continuations',
        queueUrl: CONTINUATIONS_QUEUE_URL,
        deadLetterUrl: continuationsDeadLetterUrl,
      },
      { name: 'outbound', queueUrl: OUTBOUND_QUEUE_URL, deadLetterUrl: outboundDeadLetterUrl },
    ],
    jobQueue: async () => env.CHORES_QUEUE_URL ?? '',
    filesBucket: async () => env.FILES_BUCKET ?? '',
    idKeys: async () => parseIdKeys(env.ID_SECRET ?? ''),
  };
}

async function describeStack(url: string): Promise<LocalStack> {
  const fix = 'Start it with `npm start`, or pass its URL with --endpoint URL.';
  const response = await fetch(url + localStackPath).catch(() => null);
  if (!response) throw new CommandError(`No local stack responds at ${url}.`, fix);
  const parsed = localStack.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new CommandError(`The server at ${url} is not a local stack.`, fix);
  return parsed.data;
}
