import { type LocalStack, localStackPath } from '../../contract/local-stack.ts';
import type { Page } from '../http-api/http-api.ts';
import type { LocalQueues } from '../lambda/queues.ts';

/** Nothing else of the environment is told: it may hold the developer's own credentials. */
const told = [
  'AWS_REGION',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_SQS',
  'AWS_ENDPOINT_URL_EVENTBRIDGE',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_CLOUDWATCH_LOGS',
  'FILES_BUCKET',
  'TABLE_PREFIX',
  'TENANT_SECRET_PREFIX',
  'TURNS_QUEUE_URL',
  'CONTINUATIONS_QUEUE_URL',
  'OUTBOUND_QUEUE_URL',
  'CHORES_QUEUE_URL',
  'ALLOWED_HTTP_ORIGINS',
  'ID_SECRET',
] as const;

/** The page on which a local stack tells the command line where its parts are. @see design 8 */
export function localStackPage(
  env: Readonly<Record<string, string | undefined>>,
  queues: LocalQueues,
  placeholders: Readonly<Record<string, string>>,
): Readonly<Record<string, Page>> {
  const description: LocalStack = {
    env: Object.fromEntries(told.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    turnsDeadLetterUrl: queues.turnsDeadLetterUrl,
    continuationsDeadLetterUrl: queues.continuationsDeadLetterUrl,
    outboundDeadLetterUrl: queues.outboundDeadLetterUrl,
    placeholders,
  };
  return {
    [localStackPath]: (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(description)),
  };
}
