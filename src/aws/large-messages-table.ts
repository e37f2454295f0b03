import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { canonicalMessage } from '../contract/canonical-message.ts';
import { tables } from '../contract/tables.ts';
import type { LargeMessages } from '../ports/turns.ts';

/** Below DynamoDB's 400 KB of an item. */
const chunkBytes = 350 * 1024;

const pkOf = (tenantId: string, key: string, chunk: number) => `${tenantId}#large#${key}#${chunk}`;

/** Partition of the index that holds a conversation's over-large messages. */
export const largePartition = (tenantId: string, conversationId: string) =>
  `${tenantId}#large#${conversationId}`;

/** The key that a chunk's own key names. */
export const keyOfLarge = (pk: string): string => pk.split('#')[2] ?? '';

/** Large messages as the chunks of their JSON, each an item of its own, beside the claims of the dedup table. */
export function largeMessagesTable(dynamodb: DynamoDBDocumentClient, tablePrefix: string): LargeMessages {
  const TableName = tablePrefix + tables.dedup.name;

  return {
    async store(tenantId, key, message, expiresAt) {
      const json = Buffer.from(JSON.stringify(message));
      const chunks = Math.ceil(json.length / chunkBytes);
      await Promise.all(
        Array.from({ length: chunks }, (_, chunk) => {
          const bytes = json.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes);
          const Item = {
            pk: pkOf(tenantId, key, chunk),
            chunks,
            bytes,
            expiresAt,
            waiting: largePartition(tenantId, message.conversationId),
            dueAt: expiresAt,
          };
          return dynamodb.send(new PutCommand({ TableName, Item }));
        }),
      );
    },

    async find(tenantId, key) {
      const first = await read(tenantId, key, 0);
      if (!first) return null;
      const rest = await Promise.all(
        Array.from({ length: first.chunks - 1 }, (_, n) => read(tenantId, key, n + 1)),
      );
      const parts = [first, ...rest].flatMap((part) => (part ? [part.bytes] : []));
      if (parts.length < first.chunks) return null;
      return canonicalMessage.parse(JSON.parse(Buffer.concat(parts).toString()));
    },
  };

  async function read(tenantId: string, key: string, chunk: number) {
    const Key = { pk: pkOf(tenantId, key, chunk) };
    const { Item } = await dynamodb.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    if (!Item) return null;
    const { chunks, bytes } = Item;
    return { chunks: Number(chunks), bytes: Buffer.from(bytes) };
  }
}
