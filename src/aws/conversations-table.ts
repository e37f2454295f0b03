import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { indexNames, tables } from '../contract/tables.ts';
import type { Conversation } from '../domain/conversation.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { TemporarilyUnavailableError, VersionConflictError } from '../domain/errors.ts';
import type { ConversationStore, DuePage } from '../ports/conversation-store.ts';
import {
  dueOf,
  fromItem,
  keyOf,
  packOutbox,
  pendingAttributes,
  shardKey,
  toItem,
} from './conversation-item.ts';
import { type Item, isWritten } from './items.ts';
import type { Stamps } from './stamps.ts';
import { answerOf } from './turn-log-tables.ts';

/** Conversations in DynamoDB: the version is the lock. @see design 5.2, 6 */
export class ConversationsTable<State> implements ConversationStore<State> {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #directoryName: string;
  readonly #dedupName: string;
  readonly #pageSize: number;
  readonly #stamps: Stamps | undefined;
  readonly #nowMs: () => number;

  /**
   * @param options `stamps` is told of the tenant's with each conversation that is read; `pageSize`: appointments read at
   * a time, for tests; `nowMs`: by which answers expire
   */
  constructor(
    dynamodb: DynamoDBDocumentClient,
    tablePrefix: string,
    {
      stamps,
      pageSize = limits.duePage,
      nowMs = Date.now,
    }: {
      readonly stamps?: Stamps;
      readonly pageSize?: number | undefined;
      readonly nowMs?: () => number;
    } = {},
  ) {
    this.#dynamodb = dynamodb;
    this.#tableName = tablePrefix + tables.conversations.name;
    this.#directoryName = tablePrefix + tables.directory.name;
    this.#dedupName = tablePrefix + tables.dedup.name;
    this.#stamps = stamps;
    this.#nowMs = nowMs;
    this.#pageSize = pageSize;
  }

  async find(
    tenantId: string,
    conversationId: string,
    as: 'now' | 'lately' = 'now',
  ): Promise<Conversation<State> | null> {
    if (this.#stamps && as === 'now') return (await this.#findStamped(tenantId, conversationId)).conversation;
    return this.#conversationOf(await this.#findItem(tenantId, conversationId, as));
  }

  async findWithAnswer(tenantId: string, conversationId: string, key: string) {
    const { conversation, answer } = await this.#findStamped(tenantId, conversationId, key);
    return { conversation, answer: answer ? answerOf(answer, this.#nowMs()) : null };
  }

  async #findItem(tenantId: string, conversationId: string, as: 'now' | 'lately'): Promise<Item | undefined> {
    const { Item } = await this.#dynamodb.send(
      new GetCommand({
        TableName: this.#tableName,
        Key: keyOf({ tenantId, conversationId }),
        ConsistentRead: as === 'now',
      }),
    );
    return Item;
  }

  /** In one call, so that what is published is known at the next turn. @see design 5.4 */
  async #findStamped(tenantId: string, conversationId: string, answerKey?: string) {
    const { Responses = {}, UnprocessedKeys = {} } = await this.#dynamodb.send(
      new BatchGetCommand({
        RequestItems: {
          [this.#tableName]: { Keys: [keyOf({ tenantId, conversationId })], ConsistentRead: true },
          [this.#directoryName]: { Keys: [{ pk: tenantId, sk: directoryKeys.stamp }] },
          ...(answerKey !== undefined && { [this.#dedupName]: { Keys: [{ pk: answerKey }] } }),
        },
      }),
    );
    // Without them, a conversation would be taken for a new one, and a repeat for one.
    if (UnprocessedKeys[this.#tableName] || UnprocessedKeys[this.#dedupName])
      throw new TemporarilyUnavailableError();
    const [stamp] = Responses[this.#directoryName] ?? [];
    if (!UnprocessedKeys[this.#directoryName]) this.#stamps?.heed(tenantId, stamp);
    const conversation = this.#conversationOf(Responses[this.#tableName]?.[0]);
    return { conversation, answer: Responses[this.#dedupName]?.[0] };
  }

  #conversationOf(item: Item | undefined): Conversation<State> | null {
    return item ? fromItem<State>(item) : null;
  }

  async save(next: Conversation<State>): Promise<void> {
    const isSaved = await isWritten(
      this.#dynamodb.send(
        new PutCommand({
          TableName: this.#tableName,
          Item: toItem(next),
          ConditionExpression: next.version === 1 ? 'attribute_not_exists(pk)' : 'version = :version',
          ...(next.version > 1 && {
            ExpressionAttributeValues: { ':version': next.version - 1 },
          }),
        }),
      ),
    );
    if (!isSaved) throw new VersionConflictError();
  }

  async clearOutbox(conversation: Conversation<State>): Promise<void> {
    await this.#updateVersion(conversation, { outbox: undefined });
  }

  markSettled(
    before: Conversation<State>,
    after: Pick<Conversation<State>, 'outbox' | 'dueAtMs'>,
  ): Promise<boolean> {
    // Two marks of one version would undo each other.
    return this.#updateVersion(before, pendingAttributes({ ...before, ...after }), {
      ...(before.outbox.length === 0
        ? { expression: ' AND attribute_not_exists(outbox)', values: {} }
        : {
            expression: ' AND outbox = :seen',
            values: { ':seen': packOutbox({ outbox: before.outbox, run: before.run }) },
          }),
    });
  }

  async listDue(shard: number, nowMs: number, { next }: Pick<DuePage, 'next'> = { next: null }) {
    const { Items = [], LastEvaluatedKey } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#tableName,
        IndexName: indexNames.due,
        KeyConditionExpression: 'dueShard = :shard AND dueAt <= :now',
        ExpressionAttributeValues: { ':shard': shardKey(shard), ':now': nowMs },
        Limit: this.#pageSize,
        ...(next !== null && { ExclusiveStartKey: next as QueryCommandInput['ExclusiveStartKey'] }),
      }),
    );
    return { due: Items.map(dueOf), next: LastEvaluatedKey ?? null };
  }

  async enterPoll(conversation: Conversation<State>, pollId: string): Promise<void> {
    const pollers = [pollId, ...conversation.pollers].slice(0, limits.conversationPolls);
    // Erased meanwhile: the poll's next look finds nothing.
    await isWritten(
      this.#dynamodb.send(
        new UpdateCommand({
          TableName: this.#tableName,
          Key: keyOf(conversation),
          UpdateExpression: 'SET pollers = :pollers',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':pollers': pollers },
        }),
      ),
    );
  }

  /** Sets what is given and removes what is undefined; false if another version is stored. */
  async #updateVersion(
    conversation: Conversation<State>,
    attributes: object,
    also: { readonly expression: string; readonly values: object } = { expression: '', values: {} },
  ): Promise<boolean> {
    const given = Object.entries(attributes);
    const set = given.filter(([, value]) => value !== undefined);
    const removed = given.filter(([, value]) => value === undefined).map(([name]) => name);
    const expressions = [
      ...(set.length > 0 ? [`SET ${set.map(([name]) => `${name} = :${name}`).join(', ')}`] : []),
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ];
    // A later turn has been written meanwhile and knows its own outbox.
    return isWritten(
      this.#dynamodb.send(
        new UpdateCommand({
          TableName: this.#tableName,
          Key: keyOf(conversation),
          UpdateExpression: expressions.join(' '),
          ConditionExpression: `version = :version${also.expression}`,
          ExpressionAttributeValues: {
            ':version': conversation.version,
            ...also.values,
            ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
          },
        }),
      ),
    );
  }
}
