import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/** SDK clients of one process. Region, credentials and endpoints come from the SDK's own environment variables. */
export interface AwsClients {
  readonly dynamodb: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly events: EventBridgeClient;
  readonly secrets: SecretsManagerClient;
}

type RequestHandler = NonNullable<
  NonNullable<ConstructorParameters<typeof DynamoDBClient>[0]>['requestHandler']
>;

/**
 * @param env settings; `AWS_ENDPOINT_URL_*` replace endpoints as the SDK documents
 * @param requestHandler for tests that count or break calls
 */
export function createAwsClients(
  env: Readonly<Record<string, string | undefined>>,
  requestHandler: RequestHandler = impatientHandler(),
): AwsClients {
  const options = (service: string) => clientOptions(env, service, requestHandler);
  return {
    dynamodb: createDynamodbClient(env, requestHandler),
    sqs: new SQSClient(options('SQS')),
    events: new EventBridgeClient(options('EVENTBRIDGE')),
    secrets: new SecretsManagerClient(options('SECRETS_MANAGER')),
  };
}

/** Just DynamoDB's client, for a bundle that needs no other. */
export function createDynamodbClient(
  env: Readonly<Record<string, string | undefined>>,
  requestHandler: RequestHandler = impatientHandler(),
): DynamoDBClient {
  return new DynamoDBClient(clientOptions(env, 'DYNAMODB', requestHandler));
}

function impatientHandler() {
  return new NodeHttpHandler({ connectionTimeout: 1_000, requestTimeout: 4_000 });
}

function clientOptions(
  env: Readonly<Record<string, string | undefined>>,
  service: string,
  requestHandler: RequestHandler,
) {
  return { ...endpointOptions(env, service), maxAttempts: 3, requestHandler };
}

/** Region, endpoint and credentials of one service's client; what is not set is left to the SDK. */
export function endpointOptions(env: Readonly<Record<string, string | undefined>>, service: string) {
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
