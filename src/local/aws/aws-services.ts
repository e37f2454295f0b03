import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import dynalite from 'dynalite';
import * as z from 'zod/mini';
import type { Mail } from '../../ports/mails.ts';
import type { StartedParts } from '../environment.ts';
import { localKeys } from '../environment.ts';
import { type LocalUserPool, openUserPool } from '../hosted-ui/user-pool.ts';
import { closeServer, type Endpoint, listen, readText, runningRequests, startEndpoint } from '../listen.ts';
import { localPoolId, startCognito } from './cognito/start-cognito.ts';
import { type LocalBus, startEventBus } from './event-bus.ts';
import { AwsError, startJsonEndpoint } from './json-endpoint.ts';
import { type LocalS3, startS3 } from './s3/start-s3.ts';
import { startSecretsManager } from './secrets-manager.ts';
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
  /** Whether an embedded queue is known to be empty. */
  isEmpty(queueUrl: string): boolean;
}

export interface AwsServicesOptions {
  /** An endpoint that it names replaces the embedded service. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dataDir: string | undefined;
  readonly busName: string;
  readonly filesBucket: string;
  readonly tablePrefix: string;
  /** Receives mails, in addition to the mails page. */
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
  const endpoints: Record<string, string> = {};
  const embed = async <T extends Endpoint>(service: string, start: () => Promise<T>) => {
    const variable = `AWS_ENDPOINT_URL_${service}`;
    if (env[variable] || env.AWS_ENDPOINT_URL) return undefined;
    const started = parts.keep(await start());
    endpoints[variable] = started.url;
    return started;
  };
  const inData = (name: string) => dataDir && join(dataDir, name);
  const { nowMs } = queueOptions ?? {};
  await embed('DYNAMODB', () => startDynamodb(dataDir));
  const queues = await embed('SQS', () => startSqs({ ...queueOptions, journalFile: inData('queue.jsonl') }));
  const bus = await embed('EVENTBRIDGE', () => startEventBus(busName));
  await embed('SECRETS_MANAGER', () => startSecretsManager(inData('secrets.json')));
  const files = await embed('S3', () => startS3({ bucket: filesBucket, keys: keysOf(env), dataDir, nowMs }));
  const logs = await embed('CLOUDWATCH_LOGS', startCloudwatchLogs);
  const userPool = openUserPool({ dataDir, sendMail });
  await embed('SESV2', () => startSes(userPool.sendMail, (bus ?? replacedBus).publish));
  const cognito = await embed('COGNITO_IDENTITY_PROVIDER', () =>
    startCognito(userPool, `${tablePrefix}users`),
  );
  const { waiting, isEmpty } = queues ?? replacedQueues;
  return {
    userPool,
    endpoints: { ...endpoints, ...(cognito && { USER_POOL_ID: localPoolId }) },
    bus: bus ?? replacedBus,
    logs: logs ?? replacedLogs,
    files: files ?? replacedFiles,
    ...{ waiting, isEmpty },
  };
}

/** The functions' logs, read as from CloudWatch. */
interface LocalLogs extends Endpoint {
  /** Stores a function's output as it arrives. */
  write(group: string, text: string): void;
}

interface Stored {
  readonly eventId: string;
  readonly timestamp: number;
  readonly message: string;
}

/** The number of events kept per group. */
const eventsKept = 5_000;
const pageSize = 1_000;
const input = z.object({
  logGroupName: z.string(),
  startTime: z._default(z.number(), 0),
  filterPattern: z._default(z.string(), ''),
  nextToken: z.optional(z.string().check(z.regex(/^\d+$/))),
});

/**
 * CloudWatch's logs as far as they are read by us: `FilterLogEvents` of one group, in memory.
 * @see https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html
 */
async function startCloudwatchLogs(): Promise<LocalLogs> {
  const groups = new Map<string, Stored[]>();
  const begun = new Map<string, string>();
  let written = 0;
  const keep = (group: string, message: string) => {
    const events = groups.get(group) ?? [];
    groups.set(group, events);
    written += 1;
    events.push({ eventId: String(written).padStart(20, '0'), timestamp: Date.now(), message });
    if (events.length > eventsKept) events.splice(0, events.length - eventsKept);
  };
  const endpoint = await startJsonEndpoint({
    FilterLogEvents: (raw) => {
      const { logGroupName, startTime, filterPattern, nextToken = '' } = input.parse(raw);
      const events = groups.get(logGroupName);
      if (!events) throw new AwsError('ResourceNotFoundException', 'The specified log group does not exist.');
      const passes = logPatternTest(filterPattern);
      const found = events.filter(
        ({ eventId, timestamp, message }) => timestamp >= startTime && eventId > nextToken && passes(message),
      );
      const page = found.slice(0, pageSize);
      return { events: page, ...(found.length > pageSize && { nextToken: page.at(-1)?.eventId }) };
    },
  });
  return {
    ...endpoint,
    write(group, text) {
      const lines = `${begun.get(group) ?? ''}${text}`.split('\n');
      begun.set(group, lines.pop() ?? '');
      for (const line of lines) if (line !== '') keep(group, line);
    },
  };
}

const equality = /^\$\.(\w+) = "([^"\\]*)"$/;

/**
 * Whether a line matches a filter pattern: JSON patterns with `&&` of equal texts, or of `||` in parentheses.
 * CloudWatch's other patterns are rejected rather than misread.
 * @throws AwsError for an unsupported pattern
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
function logPatternTest(pattern: string): (line: string) => boolean {
  if (pattern === '') return () => true;
  const [, inner] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  if (inner === undefined) throw refused();
  const every = inner.split(' && ').map((part) => {
    const [, choices] = /^\((.+)\)$/.exec(part) ?? [];
    return (choices?.split(' || ') ?? [part]).map(equalityOf);
  });
  return (line) => {
    const fields = fieldsOf(line);
    return every.every((some) => some.some(([name, value]) => fields[name] === value));
  };
}

function equalityOf(text: string): readonly [string, string] {
  const [, name, value] = equality.exec(text) ?? [];
  if (name === undefined || value === undefined) throw refused();
  return [name, value];
}

const refused = () =>
  new AwsError('InvalidParameterException', 'Invalid filter pattern for this local service');

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(line);
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}

const text = z.object({ Data: z.string() });
const sendEmail = z.object({
  /** `ada@example.com`, or `Ada <ada@example.com>`. */
  FromEmailAddress: z.string().check(z.regex(/^(.+ <)?[^<>@ ]+@[^<>@ ]+>?$/)),
  Destination: z.object({ ToAddresses: z.array(z.email()).check(z.minLength(1), z.maxLength(50)) }),
  Content: z.object({
    Simple: z.object({
      Subject: text,
      Body: z.object({ Text: text, Html: z.optional(text) }),
      Headers: z.optional(z.array(z.object({ Name: z.string(), Value: z.string() }))),
    }),
  }),
  EmailTags: z.optional(z.array(z.object({ Name: z.string(), Value: z.string() }))),
});

/** What becomes of an email to an address of SES's mailbox simulator; a label as in `bounce+1@…` is allowed. */
function simulatedEvent(to: string) {
  const [, recipient] = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i.exec(to) ?? [];
  const recipients = [{ emailAddress: to }];
  if (recipient?.toLowerCase() === 'bounce')
    return { eventType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients: recipients } };
  return recipient && { eventType: 'Complaint', complaint: { complainedRecipients: recipients } };
}

/**
 * The used part of SES: `SendEmail` of plain text and HTML, and the bounces and complaints of its mailbox simulator.
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 * @see https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
async function startSes(sendMail: (mail: Mail) => void, publish: LocalBus['publish']): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: object, headers = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    const refuse = (type: string, message: string) =>
      reply(type === 'NotFoundException' ? 404 : 400, { message }, { 'x-amzn-errortype': type });
    if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails')
      return refuse('NotFoundException', 'this operation is not known here');
    const body = sendEmail.safeParse(parsed(await readText(request)));
    if (!body.success) return refuse('BadRequestException', body.error.message);
    const { Destination, Content, EmailTags } = body.data;
    const { Subject, Body, Headers = [] } = Content.Simple;
    const html = Body.Html?.Data;
    const given = Headers.find(({ Name }) => Name === 'List-Unsubscribe')?.Value;
    const unsubscribeUrl = given?.replace(/^<|>$/g, '');
    for (const to of Destination.ToAddresses)
      sendMail({
        ...{ to, subject: Subject.Data, text: Body.Text.Data },
        ...(html !== undefined && { html }),
        ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
      });
    const tags = Object.fromEntries((EmailTags ?? []).map(({ Name, Value }) => [Name, [Value]]));
    for (const event of Destination.ToAddresses.map(simulatedEvent))
      if (event)
        await publish({
          ...{ source: 'aws.ses', 'detail-type': `Email ${event.eventType}` },
          detail: { ...event, mail: { tags } },
        });
    return reply(200, { MessageId: crypto.randomUUID() });
  });
  return startEndpoint(server);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * Creates a directory if it is absent, and keeps it for this process: two would write over each other's data. The lock
 * of a process that was killed is taken over.
 * @throws Error when the directory can't be made, or another process has it
 */
export function lockDirectory(directory: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // It contains visitors' messages, in files of an emulator that other users could read otherwise.
  chmodSync(directory, 0o700);
  const file = join(directory, 'lock');
  const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (owner !== process.pid && isRunning(owner))
    throw new Error(`${directory} is in use by process ${owner}; if that is no gateway, delete ${file}`);
  writeFileSync(file, String(process.pid));
  return { stop: async () => rmSync(file, { force: true }) };
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process runs, though this one may not signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * DynamoDB on 127.0.0.1. With a data directory every acknowledged write has reached the operating system, so it
 * survives a killed process.
 */
export async function startDynamodb(dataDir: string | undefined): Promise<Endpoint> {
  const options = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };
  const server: Server = dynalite(dataDir ? { ...options, path: join(dataDir, 'dynamodb') } : options);
  const running = runningRequests();
  server.on('request', (_, response) => void running.add(once(response, 'close')));
  const url = await listen(server, 0, 'programs');
  return {
    url,
    async stop() {
      // A write that finds its database closed would end the process.
      await running.finish();
      await closeServer(server);
    },
  };
}

/** The caller that provides the queues keeps their messages, and alone can inspect them. */
const replacedQueues = {
  waiting: (): readonly string[] => {
    throw new Error('only the embedded queues can be looked into');
  },
  isEmpty: () => false,
};

/** The caller that provides the bucket gets its notifications as in a deployment. */
const replacedFiles = { notify: () => undefined, settled: async () => undefined };

/** The credentials whose signatures the embedded S3 accepts. */
const keysOf = ({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: AwsServicesOptions['env']) => ({
  accessKeyId: AWS_ACCESS_KEY_ID || localKeys.accessKeyId,
  secretAccessKey: AWS_SECRET_ACCESS_KEY || localKeys.secretAccessKey,
});

/** The caller that provides the logs has functions that write to them. */
const replacedLogs = { write: () => undefined };

/** The caller that provides the bus gets its events, and its rules as in a deployment. */
const replacedBus = { events: [], addRule: () => undefined, publish: async () => undefined };
