import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import { deliveryRank } from '../domain/delivery-status.ts';
import { VersionConflictError } from '../domain/errors.ts';
import type { Deliveries, DeliveryCursor, ReplyDelivery } from '../ports/deliveries.ts';

type Item = Readonly<Record<string, unknown>>;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Cursors, statuses and provider ids in the dedup table. A cursor stays as long as its conversation: without it the
 * log's old replies would be sent again. A status and its reply's link may come in either order: both
 * write the same item, and whoever comes second finds the other. @see design 5.3
 */
export function deliveriesTable(
  dynamodb: DynamoDBClient,
  tablePrefix: string,
  nowMs: () => number,
): Deliveries {
  const TableName = tablePrefix + tables.dedup.name;
  const cursorPk = (tenantId: string, conversationId: string) => `${tenantId}#cursor#${conversationId}`;
  const providerPk = (tenantId: string, id: string) => `${tenantId}#provider#${id}`;
  const replyPk = (tenantId: string, replyId: string) => `${tenantId}#reply#${replyId}`;
  const expiresAt = () => Math.ceil((nowMs() + limits.logRetentionDays * dayMs) / 1000);

  const read = async (pk: string): Promise<Item | null> => {
    const { Item } = await dynamodb.send(
      new GetItemCommand({ TableName, Key: marshall({ pk }), ConsistentRead: true }),
    );
    return Item ? unmarshall(Item) : null;
  };

  const update = async (pk: string, input: Partial<UpdateItemCommandInput>): Promise<Item> => {
    const { Attributes = {} } = await dynamodb.send(
      new UpdateItemCommand({ TableName, Key: marshall({ pk }), ReturnValues: 'ALL_NEW', ...input }),
    );
    return unmarshall(Attributes);
  };

  /** Writes a state over a lesser one; a state that comes late is left out. */
  const advanceItem = async (pk: string, delivery: ReplyDelivery, correlationId?: string): Promise<Item> => {
    try {
      return await update(pk, {
        UpdateExpression: `SET delivery = :delivery, #rank = :rank, expiresAt = :expires${
          correlationId === undefined ? '' : ', correlationId = :correlation'
        }`,
        ConditionExpression: 'attribute_not_exists(#rank) OR #rank < :rank',
        ExpressionAttributeNames: { '#rank': 'rank' },
        ExpressionAttributeValues: marshall(
          {
            ':delivery': delivery,
            ':rank': deliveryRank(delivery.state),
            ':expires': expiresAt(),
            ':correlation': correlationId,
          },
          { removeUndefinedValues: true },
        ),
      });
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return (await read(pk)) ?? {};
    }
  };

  return {
    async findCursor(tenantId, conversationId) {
      const item = await read(cursorPk(tenantId, conversationId));
      return item ? (item.cursor as DeliveryCursor) : null;
    },

    async saveCursor(next) {
      try {
        await dynamodb.send(
          new PutItemCommand({
            TableName,
            Item: marshall({
              pk: cursorPk(next.tenantId, next.conversationId),
              cursor: next,
              version: next.version,
            }),
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

    async link(tenantId, providerMessageId, { replyId, conversationId }) {
      const item = await update(providerPk(tenantId, providerMessageId), {
        UpdateExpression: 'SET reply = :reply, conversationId = :conversation, expiresAt = :expires',
        ExpressionAttributeValues: marshall({
          ':reply': replyId,
          ':conversation': conversationId,
          ':expires': expiresAt(),
        }),
      });
      return (item.delivery as ReplyDelivery | undefined) ?? null;
    },

    async findSent(tenantId, providerMessageId) {
      const item = await read(providerPk(tenantId, providerMessageId));
      const { reply, conversationId } = item ?? {};
      return typeof reply === 'string' && typeof conversationId === 'string'
        ? { replyId: reply, conversationId }
        : null;
    },

    async keepStatus(tenantId, { replyId: _, ...delivery }) {
      const item = await advanceItem(providerPk(tenantId, delivery.providerMessageId), delivery);
      return (item.reply as string | undefined) ?? null;
    },

    async advance(tenantId, replyId, delivery, correlationId) {
      const item = await advanceItem(replyPk(tenantId, replyId), delivery, correlationId);
      return (item.correlationId as string | undefined) ?? null;
    },

    async find(tenantId, replyId) {
      const item = await read(replyPk(tenantId, replyId));
      return (item?.delivery as ReplyDelivery | undefined) ?? null;
    },
  };
}
