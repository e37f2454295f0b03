import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import { leastIdAt } from '../domain/message-ids.ts';
import type { SideEntry } from '../domain/side-entry.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { DeskFeed, FedEntry, FeedEntry } from '../ports/desk-feed.ts';
import { unpackJson } from './items.ts';
import { feedPks, sidePk } from './turn-log-tables.ts';

/** What people of a tenant are told, in the table of messages: partitions of their own. */
export class DeskFeedTable implements DeskFeed {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.messages.name;
    this.#nowMs = nowMs;
  }

  async since(tenantId: string, sinceMs: number): Promise<readonly FedEntry[]> {
    const found: FedEntry[] = [];
    for (const pk of feedPks(tenantId, sinceMs, this.#nowMs())) {
      if (found.length > limits.feedEntries) break;
      const items = await this.#read(pk, leastIdAt(sinceMs), limits.feedEntries + 1 - found.length);
      found.push(...items.map(({ id, entry }) => ({ ...(entry as FeedEntry), id })));
    }
    return found;
  }

  /** Of very many the last ones, in the order of writing. */
  async side(name: ConversationName): Promise<readonly SideEntry[]> {
    const items = await this.#read(sidePk(name), '0', limits.sideEntries, { backwards: true });
    return items.map(({ entry }) => entry as SideEntry).reverse();
  }

  async #read(pk: string, after: string, limit: number, { backwards = false } = {}) {
    const { Items = [] } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk AND lastMessageId > :after',
        // What is read here must be what was told a moment ago.
        ConsistentRead: true,
        ExpressionAttributeValues: { ':pk': pk, ':after': after },
        Limit: limit,
        ScanIndexForward: !backwards,
      }),
    );
    return Items.map(({ lastMessageId, entry }) => ({ id: String(lastMessageId), entry: unpackJson(entry) }));
  }
}
