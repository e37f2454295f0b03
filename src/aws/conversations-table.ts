import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { tables } from '../contract/tables.ts';
import type { Conversation } from '../domain/conversation.ts';
import { VersionConflictError } from '../domain/errors.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** Conversations in DynamoDB: the version is the lock. @see design 5.2, 6 */
export function conversationsTable<State>(
  dynamodb: DynamoDBClient,
  tablePrefix: string,
): ConversationStore<State> {
  const TableName = tablePrefix + tables.conversations.name;
  const key = (tenantId: string, conversationId: string) => marshall({ pk: `${tenantId}#${conversationId}` });

  return {
    async find(tenantId, conversationId) {
      const { Item } = await dynamodb.send(
        new GetItemCommand({ TableName, Key: key(tenantId, conversationId), ConsistentRead: true }),
      );
      return Item ? fromItem<State>(unmarshall(Item)) : null;
    },

    async save(next) {
      try {
        await dynamodb.send(
          new PutItemCommand({
            TableName,
            Item: marshall(toItem(next)),
            ConditionExpression: next.version === 1 ? 'attribute_not_exists(pk)' : 'version = :version',
            ...(next.version > 1 && {
              ExpressionAttributeValues: marshall({ ':version': next.version - 1 }),
            }),
          }),
        );
      } catch (error) {
        throw error instanceof ConditionalCheckFailedException ? new VersionConflictError() : error;
      }
    },

    async clearOutbox({ tenantId, conversationId, version }) {
      try {
        await dynamodb.send(
          new UpdateItemCommand({
            TableName,
            Key: key(tenantId, conversationId),
            UpdateExpression: 'REMOVE outbox',
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: marshall({ ':version': version }),
          }),
        );
      } catch (error) {
        // A later turn has been written meanwhile and knows its own outbox.
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },

    async listDue(tenantId, nowMs, limit) {
      const { Items = [] } = await dynamodb.send(
        new QueryCommand({
          TableName,
          IndexName: tables.conversations.index.name,
          KeyConditionExpression: 'tenantId = :tenant AND dueAt <= :now',
          ExpressionAttributeValues: marshall({ ':tenant': tenantId, ':now': nowMs }),
          Limit: limit,
        }),
      );
      return Items.map((item) => String(unmarshall(item).pk).slice(tenantId.length + 1));
    },
  };
}

/** `dueAt` is left out when there is no appointment: that keeps the index sparse. */
function toItem<State>({ dueAtMs, outbox, ...conversation }: Conversation<State>) {
  const { tenantId, conversationId, version } = conversation;
  return {
    pk: `${tenantId}#${conversationId}`,
    tenantId,
    version,
    body: packJson(conversation),
    ...(outbox.length > 0 && { outbox: packJson(outbox) }),
    ...(dueAtMs !== null && { dueAt: dueAtMs }),
  };
}

function fromItem<State>({ body, outbox, dueAt }: Record<string, unknown>): Conversation<State> {
  const stored = unpackJson(body as Uint8Array) as Conversation<State>;
  return {
    ...stored,
    // What the last release wrote knows of neither.
    waiting: stored.waiting ?? [],
    raisedTurnIds: stored.raisedTurnIds ?? [],
    outbox: outbox ? (unpackJson(outbox as Uint8Array) as Conversation<State>['outbox']) : [],
    dueAtMs: typeof dueAt === 'number' ? dueAt : null,
  };
}
