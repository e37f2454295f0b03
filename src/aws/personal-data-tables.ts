import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { indexNames, tables } from '../contract/tables.ts';
import type { CommittedTurn } from '../domain/conversation.ts';
import { partId } from '../domain/delivery-status.ts';
import type { SideEntry } from '../domain/side-entry.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { PeopleOf } from '../ports/people.ts';
import type { PersonalData, VisitorName } from '../ports/personal-data.ts';
import type { KeptRun } from '../ports/runs.ts';
import { visitorKey } from './conversations-table.ts';
import { DeliveriesTable, partKey, providerKeys } from './deliveries-table.ts';
import { deleteAll, type Item, queryAll, unpackJson } from './items.ts';
import { keyOfLarge, largePartition } from './large-messages-table.ts';
import { personKey } from './people-table.ts';
import { receivedPk } from './received-messages-table.ts';
import { RunErasure } from './run-erasure.ts';
import { sidePk } from './turn-log-tables.ts';

/** What belongs to people in all tables. @see docs/data.md */
export class PersonalDataTables implements PersonalData {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #prefix: string;
  readonly #deliveries: DeliveriesTable;
  readonly #runs: RunErasure;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#prefix = tablePrefix;
    this.#deliveries = new DeliveriesTable(dynamodb, tablePrefix, nowMs);
    this.#runs = new RunErasure(dynamodb, tablePrefix, nowMs);
  }

  async conversationsOf(visitor: VisitorName): Promise<readonly string[]> {
    const keys = await this.#queryIndex(tables.conversations.name, indexNames.byVisitor, {
      visitor: visitorKey(visitor),
    });
    return keys.map((pk) => pk.slice(visitor.tenantId.length + 1));
  }

  conversationsOfRuns(visitor: VisitorName): Promise<readonly string[]> {
    return this.#runs.conversationsOf(visitor);
  }

  runs(conversation: ConversationName): Promise<readonly KeptRun[]> {
    return this.#runs.runsOf(conversation);
  }

  eraseRuns(conversation: ConversationName, runIds: readonly string[]): Promise<void> {
    return this.#runs.erase(conversation, runIds);
  }

  async firstTurns({ tenantId, conversationId }: ConversationName, limit: number) {
    const { Items = [] } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#prefix + tables.messages.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `${tenantId}#${conversationId}` },
        Limit: limit,
        ConsistentRead: true,
      }),
    );
    return Items.map((item) => unpackJson(item.turn) as CommittedTurn);
  }

  async largeKeys({ tenantId, conversationId }: ConversationName): Promise<readonly string[]> {
    const chunks = await this.#largeChunks(tenantId, conversationId);
    return [...new Set(chunks.map(keyOfLarge))];
  }

  async forgetTurns(turns: readonly CommittedTurn[]): Promise<void> {
    await this.forgetAnswers(turns.flatMap(({ claim }) => claim?.key ?? []));
    const keys = turns.map((turn) => ({
      pk: `${turn.tenantId}#${turn.conversationId}`,
      lastMessageId: (turn.replies.at(-1) ?? turn.inbound)?.id ?? turn.turnId,
    }));
    await deleteAll(this.#dynamodb, this.#prefix + tables.messages.name, keys);
  }

  forgetAnswers(keys: readonly string[]): Promise<void> {
    return this.#forget(keys);
  }

  forgetReceived(tenantId: string, keys: readonly string[]): Promise<void> {
    return this.#forget(keys.map((key) => receivedPk(tenantId, key)));
  }

  async forgetReplies(tenantId: string, replyIds: readonly string[]): Promise<void> {
    for (const replyId of replyIds) {
      const first = await this.#deliveries.find(tenantId, replyId);
      const parts = Array.from({ length: first?.part?.of ?? 1 }, (_, part) => partId(replyId, part));
      const found = await Promise.all(parts.map((part) => this.#deliveries.findPart(tenantId, part)));
      const sent = found.flatMap((part) => part?.providerMessageId || []);
      // The provider's ids last of the two to be findable, first to go.
      await this.#forget(sent.flatMap((id) => providerKeys(tenantId, id)));
      await this.#forget(parts.map((part) => partKey(tenantId, part)));
    }
  }

  async forgetLarge({ tenantId, conversationId }: ConversationName): Promise<void> {
    await this.#forget(await this.#largeChunks(tenantId, conversationId));
  }

  async notes(name: ConversationName): Promise<readonly SideEntry[]> {
    return (await this.#noteItems(name)).map(({ entry }) => unpackJson(entry as Uint8Array) as SideEntry);
  }

  async forgetNotes(name: ConversationName): Promise<void> {
    const keys = (await this.#noteItems(name)).map(({ pk, lastMessageId }) => ({ pk, lastMessageId }));
    await deleteAll(this.#dynamodb, this.#prefix + tables.messages.name, keys);
  }

  #noteItems(name: ConversationName): Promise<Item[]> {
    return queryAll(this.#dynamodb, {
      TableName: this.#prefix + tables.messages.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': sidePk(name) },
    });
  }

  forgetNames(of: PeopleOf, names: readonly string[]): Promise<void> {
    return this.#forget(names.map((name) => personKey(of, name)));
  }

  #largeChunks(tenantId: string, conversationId: string): Promise<string[]> {
    return this.#queryIndex(tables.dedup.name, indexNames.waiting, {
      waiting: largePartition(tenantId, conversationId),
    });
  }

  async #queryIndex(
    table: string,
    IndexName: string,
    key: Readonly<Record<string, string>>,
  ): Promise<string[]> {
    const [[name, value] = ['', '']] = Object.entries(key);
    const items = await queryAll(this.#dynamodb, {
      TableName: this.#prefix + table,
      IndexName,
      KeyConditionExpression: '#key = :key',
      ExpressionAttributeNames: { '#key': name },
      ExpressionAttributeValues: { ':key': value },
    });
    return items.map(({ pk }) => String(pk));
  }

  #forget(pks: readonly string[]): Promise<void> {
    return deleteAll(
      this.#dynamodb,
      this.#prefix + tables.dedup.name,
      [...new Set(pks)].map((pk) => ({ pk })),
    );
  }
}
