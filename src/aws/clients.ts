import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  isServerError,
  isThrottlingError,
  isTransientError,
  StandardRetryStrategy,
} from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { InitializeHandler, MiddlewareStack, SdkError } from '@smithy/types';
import { tables } from '../contract/tables.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { Deadlines } from '../ports/http-client.ts';
import { documentClient } from './items.ts';

/** The SDK's clients of one process, made once. */
export interface AwsClients {
  readonly dynamodb: DynamoDBDocumentClient;
  /** Sends each call once: for writes that must not be repeated, since an attempt whose answer was lost may have been done. */
  readonly dynamodbOnce: DynamoDBDocumentClient;
  readonly sqs: SQSClient;
  readonly events: EventBridgeClient;
  readonly secrets: SecretsManagerClient;
}

/** The HTTP handler of the SDK's clients. */
export type RequestHandler = Pick<NodeHttpHandler, 'handle' | 'destroy'>;

type Environment = Readonly<Record<string, string | undefined>>;

const attemptMs = 1_000;
/** For a command line far from its region, and for long polls of a queue. */
const longAttemptMs = 20_000;
const attempts = 3;
const firstRetryMs = 100;
/** No attempt begins with less time left than this. */
const shortestAttemptMs = 20;

/**
 * Makes the clients of a function: no attempt takes longer than a second, no call longer than the deadline around it, and a
 * service that throttles or can't be reached is a `TemporarilyUnavailableError`.
 * @param env settings; `AWS_ENDPOINT_URL_*` replace endpoints as the SDK documents
 * @param requestHandler for tests that count or break calls
 * @see design 7, docs/decisions/aws-calls.md
 */
export function createAwsClients(env: Environment, requestHandler?: RequestHandler): AwsClients {
  return allClients(env, functionHandler(env, requestHandler));
}

/** Makes clients for callers that wait longer than a function may: the command line, and what polls a queue. */
export const createLongTimeoutAwsClients = (env: Environment): AwsClients =>
  allClients(env, httpHandler(longAttemptMs));

function allClients(env: Environment, handler: RequestHandler): AwsClients {
  let once: DynamoDBDocumentClient | undefined;
  let sqs: SQSClient | undefined;
  return {
    dynamodb: dynamodbClient(env, handler),
    // These two are made for the first call that needs them: a start does without.
    get dynamodbOnce() {
      once ??= dynamodbClient(env, handler, 1);
      return once;
    },
    get sqs() {
      sqs ??= sqsClient(env, handler);
      return sqs;
    },
    events: eventsClient(env, handler),
    secrets: secretsClient(env, handler),
  };
}

/** Makes DynamoDB's client alone, for a bundle that needs no other. @param atMost attempts of each call */
export function createDynamodbClient(
  env: Environment,
  requestHandler?: RequestHandler,
  atMost?: number,
): DynamoDBDocumentClient {
  return dynamodbClient(env, functionHandler(env, requestHandler), atMost);
}

/** Makes the client of secrets alone, for a bundle that needs no other. */
export const createSecretsClient = (env: Environment, requestHandler?: RequestHandler) =>
  secretsClient(env, functionHandler(env, requestHandler));

/** Makes the queues' client alone, for a bundle that needs no other. */
export const createSqsClient = (env: Environment, requestHandler?: RequestHandler) =>
  sqsClient(env, functionHandler(env, requestHandler));

/** Makes the bus's client alone, for a bundle that needs no other. */
export const createEventsClient = (env: Environment, requestHandler?: RequestHandler) =>
  eventsClient(env, functionHandler(env, requestHandler));

function functionHandler(env: Environment, inner = functionConnections(env)): RequestHandler {
  return boundedHandler(inner, attemptMsOf(env));
}

/** Makes the connections that a function's clients may share. */
export const functionConnections = (env: Environment): RequestHandler => httpHandler(attemptMsOf(env));

/** @see src/lambda/ports.ts */
const attemptMsOf = ({ PATIENCE = '1' }: Environment): number => attemptMs * Number(PATIENCE);

function dynamodbClient(
  env: Environment,
  handler: RequestHandler,
  atMost = attempts,
): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    ...clientOptions(env, 'DYNAMODB', handler, atMost),
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
  });
  prepareCalls(client.middlewareStack);
  return documentClient(client);
}

function sqsClient(env: Environment, handler: RequestHandler): SQSClient {
  const client = new SQSClient({ ...clientOptions(env, 'SQS', handler), ...cached });
  prepareCalls(client.middlewareStack);
  return client;
}

function eventsClient(env: Environment, handler: RequestHandler): EventBridgeClient {
  const client = new EventBridgeClient({ ...clientOptions(env, 'EVENTBRIDGE', handler), ...cached });
  prepareCalls(client.middlewareStack);
  return client;
}

function secretsClient(env: Environment, handler: RequestHandler): SecretsManagerClient {
  const client = new SecretsManagerClient({ ...clientOptions(env, 'SECRETS_MANAGER', handler), ...cached });
  prepareCalls(client.middlewareStack);
  return client;
}

/** The chain of each operation is built once, not for each call; DynamoDB's document client can't have that. */
const cached = { cacheMiddleware: true } as const;

/**
 * Options of one service's client: bounded attempts, and the handler that sends them. Where the machine's clock is four
 * minutes off, an SDK that corrects it takes every error for one that passes, a refused condition too.
 */
export function clientOptions(
  env: Environment,
  service: string,
  requestHandler: RequestHandler,
  atMost = attempts,
) {
  return {
    ...endpointOptions(env, service),
    ...settled(env),
    disableClockSkewCorrection: true,
    retryStrategy: boundedRetries(atMost),
    requestHandler,
  };
}

/** Region, endpoint and credentials of one service's client; what is not set is left to the SDK. */
export function endpointOptions(env: Environment, service: string) {
  const endpoint = env[`AWS_ENDPOINT_URL_${service}`] ?? env.AWS_ENDPOINT_URL;
  return {
    ...(env.AWS_REGION && { region: env.AWS_REGION }),
    ...(endpoint && { endpoint }),
    ...(env.AWS_ACCESS_KEY_ID &&
      env.AWS_SECRET_ACCESS_KEY && {
        credentials: {
          accessKeyId: env.AWS_ACCESS_KEY_ID,
          secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
          ...(env.AWS_SESSION_TOKEN && { sessionToken: env.AWS_SESSION_TOKEN }),
        },
      }),
  };
}

/**
 * Settings that each client would otherwise look up in the environment and files at its first call. Without
 * credentials in the environment (a command line), the lookup is left to the SDK.
 */
function settled(env: Environment) {
  if (!env.AWS_ACCESS_KEY_ID || !env.AWS_REGION) return {};
  return {
    defaultsMode: 'legacy',
    retryMode: 'standard',
    maxAttempts: attempts,
    authSchemePreference: [] as string[],
    userAgentAppId: '',
    useDualstackEndpoint: env.AWS_USE_DUALSTACK_ENDPOINT === 'true',
    useFipsEndpoint: env.AWS_USE_FIPS_ENDPOINT === 'true',
  } as const;
}

/**
 * Makes a handler that keeps its connections open. Without `throwOnRequestTimeout` the SDK only warns of a request that
 * takes too long. It does not clear the timer of a connection that is given less than two seconds when the request is
 * called off before it has one; the time of the request is the narrower bound.
 */
export function httpHandler(requestTimeout: number): RequestHandler {
  return new NodeHttpHandler({ connectionTimeout: 2_000, requestTimeout, throwOnRequestTimeout: true });
}

/** A handler each of whose requests ends by the deadline around it, and after `attemptMs` at the latest. */
export function boundedHandler(inner: RequestHandler, attemptMs: number): RequestHandler {
  return {
    destroy: () => inner.destroy(),
    handle(request, options = {}) {
      const { endsAtMs = Number.POSITIVE_INFINITY, signal } = deadlines.getStore() ?? {};
      const leftMs = endsAtMs - performance.now();
      if (leftMs < shortestAttemptMs) return Promise.reject(outOfTime());
      const { abortSignal: given } = options;
      const abortSignal =
        signal && given instanceof AbortSignal ? AbortSignal.any([signal, given]) : (signal ?? given);
      const requestTimeout = Math.min(attemptMs, Math.ceil(leftMs));
      return inner.handle(request, { ...options, requestTimeout, ...(abortSignal && { abortSignal }) });
    },
  };
}

/** Attempts with short pauses between them, none of which outlasts the deadline around the call. */
function boundedRetries(atMost: number): StandardRetryStrategy {
  return new BoundedRetries({
    maxAttempts: atMost,
    backoff: {
      setDelayBase: () => undefined,
      computeNextBackoffDelay: (retries) => Math.random() * firstRetryMs * 2 ** retries,
    },
  });
}

class BoundedRetries extends StandardRetryStrategy {
  override refreshRetryTokenForRetry(
    ...failed: Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>
  ): ReturnType<StandardRetryStrategy['refreshRetryTokenForRetry']> {
    // The SDK then throws what the last attempt failed with.
    const { endsAtMs = Number.POSITIVE_INFINITY } = deadlines.getStore() ?? {};
    if (endsAtMs - performance.now() < firstRetryMs) return Promise.reject(outOfTime());
    return super.refreshRetryTokenForRetry(...failed);
  }
}

/** Maps failures of a client's service to one error, and drops the SDK's logging: it copies what each call says, for no log. */
export function prepareCalls<Input extends object, Output extends object>(
  calls: MiddlewareStack<Input, Output>,
): void {
  calls.add(sayUnavailable, { step: 'initialize', name: 'sayUnavailable', priority: 'high' });
  calls.remove('loggerMiddleware');
}

/** Middleware that maps throttling, failures and timeouts of a service to one error; sees every call first. */
function sayUnavailable<Input extends object, Output extends object>(
  next: InitializeHandler<Input, Output>,
): InitializeHandler<Input, Output> {
  return async (args) => {
    const call = next(args);
    const underWay = deadlines.getStore()?.underWay;
    underWay?.add(call);
    try {
      return await call;
    } catch (error) {
      if (!isUnavailable(error as SdkError)) throw error;
      throw new TemporarilyUnavailableError({ cause: error });
    } finally {
      underWay?.delete(call);
    }
  };
}

interface Deadline {
  /** By the process's own monotonic clock, milliseconds. */
  readonly endsAtMs: number;
  readonly signal: AbortSignal;
  /** Calls under the outermost deadline that have not ended. */
  readonly underWay: Set<Promise<unknown>>;
}

const deadlines = new AsyncLocalStorage<Deadline>();
/** Made once: an invocation ends by it, and making an error takes longer than signing a call. */
const ended = new DOMException('the deadline has passed', 'AbortError');

/**
 * Runs `work` under a deadline: every call to AWS that it makes ends by then, and by any deadline around it. What is under
 * way then is aborted, since a Lambda whose time is up is frozen, not ended. For the same reason nothing outlives the
 * outermost deadline: calls that nobody waits for any more, since another one beside them failed, are aborted with its end.
 * @see design 7
 */
export async function withDeadline<T, Given extends unknown[]>(
  leftMs: number,
  work: (...given: Given) => Promise<T>,
  ...given: Given
): Promise<T> {
  const isOutermost = deadlines.getStore() === undefined;
  const { deadline, ending, timer } = begin(leftMs);
  try {
    return await deadlines.run(deadline, work, ...given);
  } finally {
    clearTimeout(timer);
    // Also when nothing is under way: no call may begin later.
    if (isOutermost) ending.abort(ended);
    while (isOutermost && deadline.underWay.size > 0) await Promise.allSettled(deadline.underWay);
  }
}

/**
 * Deadlines that abort the calls to AWS.
 * @param factor how much slower than AWS the services may be
 */
export function awsDeadlines(factor: number): Deadlines {
  return {
    async within(ms, work, as = 'scaled') {
      const { deadline, timer } = begin(as === 'exactly' ? ms : ms * factor);
      const { promise: late, reject } = Promise.withResolvers<never>();
      const giveUp = () => reject(new TemporarilyUnavailableError({ cause: new Error(`waited ${ms} ms`) }));
      deadline.signal.addEventListener('abort', giveUp, { once: true });
      try {
        return await Promise.race([deadlines.run(deadline, work), late]);
      } finally {
        clearTimeout(timer);
        deadline.signal.removeEventListener('abort', giveUp);
      }
    },
  };
}

function begin(leftMs: number) {
  const outer = deadlines.getStore();
  const nowMs = performance.now();
  const endsAtMs = Math.min(nowMs + leftMs, outer?.endsAtMs ?? Number.POSITIVE_INFINITY);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), Math.max(0, endsAtMs - nowMs));
  const signal = outer ? AbortSignal.any([outer.signal, ending.signal]) : ending.signal;
  return { deadline: { endsAtMs, signal, underWay: outer?.underWay ?? new Set() }, ending, timer };
}

/** Neither a refused condition, nor a missing permission, nor a malformed call. */
function isUnavailable(error: SdkError): boolean {
  return (
    error.name === 'AbortError' || isThrottlingError(error) || isTransientError(error) || isServerError(error)
  );
}

function outOfTime(): Error {
  return Object.assign(new Error('no time is left for this call'), { name: 'AbortError' });
}

/** The maximum time that a start waits for its connections. The first call opens missing ones. */
const openingMs = 1_000;
/** The number of concurrent DynamoDB calls of a turn, each on its own connection. */
const sideBySide = 3;

/**
 * Opens connections by reading a nonexistent item and by an empty PutEvents, which the bus rejects. A start has a
 * full CPU for handshakes and compilation, of which the first visitor would have a third. Never throws.
 * @param events absent for a function that publishes nothing
 */
export async function openConnections(
  { dynamodb, events }: { readonly dynamodb: DynamoDBDocumentClient; readonly events?: EventBridgeClient },
  tablePrefix: string,
): Promise<void> {
  const Keys = [{ pk: '#', sk: '#' }];
  await withDeadline(openingMs, () =>
    Promise.allSettled([
      ...Array.from({ length: sideBySide }, () =>
        dynamodb.send(
          new BatchGetCommand({ RequestItems: { [tablePrefix + tables.directory.name]: { Keys } } }),
        ),
      ),
      events?.send(new PutEventsCommand({ Entries: [] })),
    ]),
  );
}
