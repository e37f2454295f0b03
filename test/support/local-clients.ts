import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type AwsClients, createLongTimeoutAwsClients, endpointOptions } from '../../src/aws/clients.ts';

/** SDK clients of services at the addresses given, by the SDK's name of each. */
export function localClients(endpoints: Readonly<Record<string, string>>): AwsClients {
  const urls = Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url]);
  return createLongTimeoutAwsClients({
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    ...Object.fromEntries(urls),
  });
}

/** DynamoDB's client without the document client and its formats: for what looks at items as they are stored. */
export function bareDynamodb(env: Readonly<Record<string, string | undefined>>): DynamoDBClient {
  return new DynamoDBClient(endpointOptions(env, 'DYNAMODB'));
}
