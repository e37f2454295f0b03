import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { boundedHandler, boundedRetries, type RequestHandler, sayUnavailable } from './impatience.ts';
import { itemFormats } from './item-format.ts';

/** SDK clients of one process. Region, credentials and endpoints come from the SDK's own environment variables. */
export interface AwsClients {
  readonly dynamodb: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly events: EventBridgeClient;
  readonly secrets: SecretsManagerClient;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where middleware stands that sees every call of a client first. */
export const outermost = { step: 'initialize', name: 'sayUnavailable', priority: 'high' } as const;
const attemptMs = 1_000;
/** For a command line far from its region, and for what waits at a queue. */
const patientAttemptMs = 20_000;

/**
 * Clients for a function: no attempt takes longer than a second, no call longer than the bound around it, and a service
 * that throttles or can't be reached is a `TemporarilyUnavailableError`.
 * @param env settings; `AWS_ENDPOINT_URL_*` replace endpoints as the SDK documents
 * @param requestHandler for tests that count or break calls
 * @see design 7, src/aws/bound-calls.ts
 */
export function createAwsClients(
  env: Environment,
  requestHandler: RequestHandler = httpHandler(attemptMsOf(env)),
): AwsClients {
  return clientsOf(env, boundedHandler(requestHandler, attemptMsOf(env)));
}

/** Clients for who waits longer than a function may: the command line, and what polls a queue. */
export function createPatientAwsClients(env: Environment): AwsClients {
  return clientsOf(env, httpHandler(patientAttemptMs));
}

/** Just DynamoDB's client, for a bundle that needs no other. */
export function createDynamodbClient(
  env: Environment,
  requestHandler: RequestHandler = httpHandler(attemptMsOf(env)),
): DynamoDBClient {
  return dynamodbClient(env, boundedHandler(requestHandler, attemptMsOf(env)));
}

/** Just Secrets Manager's client, for a bundle that needs no other. */
export function createSecretsClient(env: Environment): SecretsManagerClient {
  return new SecretsManagerClient(clientOptions(env, 'SECRETS_MANAGER', httpHandler(attemptMsOf(env))));
}

/** Just the queues' client, for a bundle that needs no other. */
export function createSqsClient(
  env: Environment,
  requestHandler: RequestHandler = httpHandler(attemptMsOf(env)),
): SQSClient {
  return sqsClient(env, boundedHandler(requestHandler, attemptMsOf(env)));
}

/** @see src/lambda/settings.ts */
function attemptMsOf({ PATIENCE = '1' }: Environment): number {
  return attemptMs * Number(PATIENCE);
}

function clientsOf(env: Environment, requestHandler: RequestHandler): AwsClients {
  const options = (service: string) => clientOptions(env, service, requestHandler);
  const events = new EventBridgeClient(options('EVENTBRIDGE'));
  const secrets = new SecretsManagerClient(options('SECRETS_MANAGER'));
  events.middlewareStack.add(sayUnavailable, outermost);
  secrets.middlewareStack.add(sayUnavailable, outermost);
  return {
    dynamodb: dynamodbClient(env, requestHandler),
    sqs: sqsClient(env, requestHandler),
    events,
    secrets,
  };
}

function sqsClient(env: Environment, requestHandler: RequestHandler): SQSClient {
  const sqs = new SQSClient(clientOptions(env, 'SQS', requestHandler));
  sqs.middlewareStack.add(sayUnavailable, outermost);
  return sqs;
}

function dynamodbClient(env: Environment, requestHandler: RequestHandler): DynamoDBClient {
  const dynamodb = new DynamoDBClient(clientOptions(env, 'DYNAMODB', requestHandler));
  dynamodb.middlewareStack.add(sayUnavailable, outermost);
  dynamodb.middlewareStack.add(itemFormats, { step: 'initialize', name: 'itemFormats' });
  return dynamodb;
}

/**
 * Without `throwOnRequestTimeout` the SDK only warns of a request that takes too long. It does not clear the timer of a
 * connection that is given less than two seconds when the request is called off before it has one; the time of the
 * request is the narrower bound.
 */
export function httpHandler(requestTimeout: number): RequestHandler {
  return new NodeHttpHandler({ connectionTimeout: 2_000, requestTimeout, throwOnRequestTimeout: true });
}

/**
 * Options of one service's client: three bounded attempts, and the handler that sends them. Where the machine's clock is
 * four minutes off, the SDK that corrects it takes every error for one that goes away, a refused condition too.
 */
export function clientOptions(env: Environment, service: string, requestHandler: RequestHandler) {
  return {
    ...endpointOptions(env, service),
    disableClockSkewCorrection: true,
    retryStrategy: boundedRetries(),
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
