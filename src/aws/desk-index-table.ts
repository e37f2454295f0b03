import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { indexNames, tables } from '../contract/tables.ts';
import { remember } from '../domain/remember.ts';
import type { DeskIndex, DeskList, DeskPlace } from '../ports/desk-index.ts';
import { inboxKey } from './conversations-table.ts';

const rememberedQueues = 1_000;

/** The sparse index of the conversations table over what humans have. */
export class DeskIndexTable implements DeskIndex {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;

  readonly #remembered: (key: string, load: () => Promise<readonly string[]>) => Promise<readonly string[]>;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.conversations.name;
    this.#remembered = remember({ forMs: limits.positionCacheMs, nowMs, limit: rememberedQueues });
  }

  queue(tenantId: string, name: string): Promise<readonly string[]> {
    return this.#remembered(`${tenantId}#${name}`, async () => {
      const first = await this.list(tenantId, { of: 'queue', name }, { limit: limits.shownPosition });
      return first.map(({ conversationId }) => conversationId);
    });
  }

  async list(
    tenantId: string,
    list: DeskList,
    { fromMs = 0, limit }: { readonly fromMs?: number | undefined; readonly limit: number },
  ): Promise<readonly DeskPlace[]> {
    const { Items = [] } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        IndexName: indexNames.inbox,
        KeyConditionExpression: 'inbox = :inbox AND inboxAt >= :from',
        ExpressionAttributeValues: { ':inbox': inboxKey(tenantId, list), ':from': fromMs },
        Limit: limit,
      }),
    );
    return Items.map(({ pk, inboxAt }) => ({
      conversationId: String(pk).slice(tenantId.length + 1),
      atMs: Number(inboxAt),
    }));
  }
}
