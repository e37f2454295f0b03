import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ulid } from 'ulid';
import * as z from 'zod/mini';

/**
 * The floor of a turn: the least that a handler of the same packages can be. It makes the calls of a plain turn in the
 * same order, with content of the same size, and does nothing else.
 */
const { env } = process;
const settings = {
  region: env.AWS_REGION ?? '',
  credentials: {
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    ...(env.AWS_SESSION_TOKEN && { sessionToken: env.AWS_SESSION_TOKEN }),
  },
  requestHandler: new NodeHttpHandler({ connectionTimeout: 2_000, requestTimeout: 1_000 }),
  defaultsMode: 'legacy',
  retryMode: 'standard',
  maxAttempts: 3,
  authSchemePreference: async () => [],
  userAgentAppId: async () => undefined,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
} as const;
const endpoint = (service: string) => ({ endpoint: env[`AWS_ENDPOINT_URL_${service}`] ?? '' });
const dynamodb = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    ...{ ...settings, ...endpoint('DYNAMODB') },
    ...{ accountIdEndpointMode: 'disabled', endpointDiscoveryEnabled: false },
  }),
);
const events = new EventBridgeClient({ ...settings, ...endpoint('EVENTBRIDGE'), cacheMiddleware: true });
const sqs = new SQSClient({ ...settings, ...endpoint('SQS'), cacheMiddleware: true });
for (const { middlewareStack } of [dynamodb, events, sqs]) middlewareStack.remove('loggerMiddleware');

const table = (name: string) => `${env.TABLE_PREFIX}${name}`;
const message = z.object({ text: z.string().check(z.maxLength(4_096)), user: z.object({ id: z.string() }) });
const update =
  'SET #format = if_not_exists(#format, :format), #at = list_append(:stamp, if_not_exists(#at, :none)), claims = list_append(:entry, if_not_exists(claims, :none)), home = if_not_exists(home, :home), expiresAt = :expires';
const condition = '(attribute_not_exists(#at[29]) OR #at[29] <= :cutoff) AND (NOT contains(claims, :claim))';
/** Sizes of what a turn packs: state, outbox and the log's entry. */
const [state, outbox, entry] = [360, 420, 420].map((bytes) => Buffer.alloc(bytes, 1));
const detail = JSON.stringify({ text: 'x'.repeat(800) });

async function turn({ headers, body = '' }: APIGatewayProxyEventV2) {
  const { data } = message.safeParse(JSON.parse(body));
  if (!data) return { statusCode: 400 };
  const digest = createHash('sha256').update(headers['x-session-id'] ?? '');
  const id = digest.digest('base64url').slice(0, 24);
  const key = (headers['x-idempotency-key'] ?? '').slice(0, 12);
  const turnId = ulid();
  const nowMs = Date.now();
  const pk = `globex#${id}`;
  const [, found] = await Promise.all([
    dynamodb.send(
      new UpdateCommand({
        TableName: table('rate-limits'),
        Key: { pk: `floor#session#globex-web#${id}` },
        ...{ UpdateExpression: update, ConditionExpression: condition },
        ExpressionAttributeNames: { '#at': 'at', '#format': 'format' },
        ExpressionAttributeValues: {
          ...{ ':stamp': [nowMs], ':entry': [key], ':none': [], ':home': id, ':claim': key, ':format': 2 },
          ...{ ':cutoff': nowMs - 60_000, ':expires': Math.ceil(nowMs / 1000) + 86_400 },
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
    dynamodb.send(
      new BatchGetCommand({
        RequestItems: {
          [table('conversations')]: { Keys: [{ pk }], ConsistentRead: true },
          [table('directory')]: { Keys: [{ pk: 'globex', sk: 'stamp' }] },
          [table('dedup')]: { Keys: [{ pk: `globex#${key}` }] },
        },
      }),
    ),
  ]);
  const version = Number(found.Responses?.[table('conversations')]?.[0]?.version ?? 0) + 1;
  const expiresAt = Math.ceil(nowMs / 1000) + 90 * 86_400;
  const common = { pk, expiresAt, format: 2 };
  const scheduled = { dueAt: nowMs, dueShard: 'shard-1' };
  await dynamodb.send(
    new PutCommand({
      TableName: table('conversations'),
      Item: { ...common, ...scheduled, tenantId: 'globex', version, visitor: pk, body: state, outbox },
      ConditionExpression: version === 1 ? 'attribute_not_exists(pk)' : 'version = :version',
      ...(version > 1 && { ExpressionAttributeValues: { ':version': version - 1 } }),
    }),
  );
  const logged = { PutRequest: { Item: { ...common, lastMessageId: turnId, turn: entry } } };
  const announced = { Source: 'floor', DetailType: 'Channel.OutboundRequested', Detail: detail };
  await Promise.all([
    dynamodb.send(new BatchWriteCommand({ RequestItems: { [table('messages')]: [logged] } })),
    events.send(
      new PutEventsCommand({
        Entries: [{ ...announced, Time: new Date(nowMs), EventBusName: env.EVENT_BUS_NAME }],
      }),
    ),
  ]);
  if (data.text === 'later')
    await sqs.send(new SendMessageCommand({ QueueUrl: env.TURNS_QUEUE_URL, MessageBody: body }));
  return { statusCode: 200, body: JSON.stringify({ messageId: turnId, conversationId: id, replies: [] }) };
}

export const handler = middy(turn, { timeoutEarlyInMillis: 0 });
