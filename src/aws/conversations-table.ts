import { createHash } from 'node:crypto';
import {
  type AttributeValue,
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { indexNames, tables } from '../contract/tables.ts';
import type { Conversation } from '../domain/conversation.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { TemporarilyUnavailableError, VersionConflictError } from '../domain/errors.ts';
import type { ConversationStore, DuePage } from '../ports/conversation-store.ts';
import type { VisitorName } from '../ports/personal-data.ts';
import { packJson, unpackJson } from './packed-json.ts';
import type { Stamps } from './stamps.ts';

type Item = Record<string, AttributeValue>;

/** Conversations in DynamoDB: the version is the lock. @see design 5.2, 6 */
export class ConversationsTable<State> implements ConversationStore<State> {
  readonly #dynamodb: DynamoDBClient;
  readonly #tableName: string;
  readonly #directoryName: string;
  readonly #pageSize: number;
  readonly #stamps: Stamps | undefined;

  /**
   * @param options `stamps` is told of the tenant's with each conversation that is read; `pageSize`: appointments read at
   * a time, for tests
   */
  constructor(
    dynamodb: DynamoDBClient,
    tablePrefix: string,
    {
      stamps,
      pageSize = limits.duePage,
    }: { readonly stamps?: Stamps; readonly pageSize?: number | undefined } = {},
  ) {
    this.#dynamodb = dynamodb;
    this.#tableName = tablePrefix + tables.conversations.name;
    this.#directoryName = tablePrefix + tables.directory.name;
    this.#stamps = stamps;
    this.#pageSize = pageSize;
  }

  async find(tenantId: string, conversationId: string): Promise<Conversation<State> | null> {
    const Item = this.#stamps
      ? await this.#findStamped(this.#stamps, tenantId, conversationId)
      : await this.#findItem(tenantId, conversationId);
    return Item ? fromItem<State>(unmarshall(Item)) : null;
  }

  async #findItem(tenantId: string, conversationId: string): Promise<Item | undefined> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({
        TableName: this.#tableName,
        Key: keyOf({ tenantId, conversationId }),
        ConsistentRead: true,
      }),
    );
    return Item;
  }

  /** In one call, so that what is published is known at the next turn. @see design 5.4 */
  async #findStamped(stamps: Stamps, tenantId: string, conversationId: string): Promise<Item | undefined> {
    const { Responses = {}, UnprocessedKeys = {} } = await this.#dynamodb.send(
      new BatchGetItemCommand({
        RequestItems: {
          [this.#tableName]: { Keys: [keyOf({ tenantId, conversationId })], ConsistentRead: true },
          [this.#directoryName]: { Keys: [marshall({ pk: tenantId, sk: directoryKeys.stamp })] },
        },
      }),
    );
    // Without it, a conversation would be taken for a new one.
    if (UnprocessedKeys[this.#tableName]) throw new TemporarilyUnavailableError();
    const [stamp] = Responses[this.#directoryName] ?? [];
    if (!UnprocessedKeys[this.#directoryName]) stamps.heed(tenantId, stamp && unmarshall(stamp));
    return Responses[this.#tableName]?.[0];
  }

  async save(next: Conversation<State>): Promise<void> {
    try {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#tableName,
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
        : { expression: ' AND outbox = :seen', values: { ':seen': packJson(before.outbox) } }),
    });
  }

  async listDue(shard: number, nowMs: number, { next }: Pick<DuePage, 'next'> = { next: null }) {
    const { Items = [], LastEvaluatedKey } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#tableName,
        IndexName: indexNames.due,
        KeyConditionExpression: 'dueShard = :shard AND dueAt <= :now',
        ExpressionAttributeValues: marshall({ ':shard': shardKey(shard), ':now': nowMs }),
        Limit: this.#pageSize,
        ...(next !== null && { ExclusiveStartKey: next as QueryCommandInput['ExclusiveStartKey'] }),
      }),
    );
    return { due: Items.map((item) => dueOf(unmarshall(item))), next: LastEvaluatedKey ?? null };
  }

  async enterPoll(conversation: Conversation<State>, pollId: string): Promise<void> {
    const pollers = [pollId, ...conversation.pollers].slice(0, limits.conversationPolls);
    try {
      await this.#dynamodb.send(
        new UpdateItemCommand({
          TableName: this.#tableName,
          Key: keyOf(conversation),
          UpdateExpression: 'SET pollers = :pollers',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: marshall({ ':pollers': pollers }),
        }),
      );
    } catch (error) {
      // Erased meanwhile: the poll's next look finds nothing.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
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
    try {
      await this.#dynamodb.send(
        new UpdateItemCommand({
          TableName: this.#tableName,
          Key: keyOf(conversation),
          UpdateExpression: expressions.join(' '),
          ConditionExpression: `version = :version${also.expression}`,
          ExpressionAttributeValues: marshall({
            ':version': conversation.version,
            ...also.values,
            ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
          }),
        }),
      );
      return true;
    } catch (error) {
      // A later turn has been written meanwhile and knows its own outbox.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return false;
    }
  }
}

const pkOf = ({ tenantId, conversationId }: { readonly tenantId: string; readonly conversationId: string }) =>
  `${tenantId}#${conversationId}`;
const keyOf = (name: Parameters<typeof pkOf>[0]) => marshall({ pk: pkOf(name) });

const shardKey = (shard: number) => `shard-${shard}`;

/** Spread over the whole deployment, so that neither a busy tenant nor ten thousand quiet ones weigh on one key. */
function shardOf(pk: string): number {
  return createHash('sha256').update(pk).digest().readUInt16BE() % limits.scheduleShards;
}

/** A tenant's id holds no `#`. */
function dueOf({ pk, dueAt }: Record<string, unknown>) {
  const name = String(pk);
  const at = name.indexOf('#');
  return { tenantId: name.slice(0, at), conversationId: name.slice(at + 1), dueAtMs: Number(dueAt) };
}

/** What is left out when there is none: that keeps the index sparse. */
function pendingAttributes<State>({ dueAtMs, outbox, ...name }: Conversation<State>) {
  return {
    outbox: outbox.length > 0 ? packJson(outbox) : undefined,
    dueAt: dueAtMs ?? undefined,
    dueShard: dueAtMs === null ? undefined : shardKey(shardOf(pkOf(name))),
  };
}

/** Key of the index of visitors. */
export function visitorKey({ tenantId, channel, userId }: VisitorName): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channel, userId]))
    .digest('base64url');
  return `${tenantId}#${digest}`;
}

const dayS = 24 * 60 * 60;

/** Behind the last of its log. @see design 6, docs/data.md */
function expiresAtS({ lastActivityMs, retentionDays }: Conversation<unknown>): number {
  return Math.ceil(lastActivityMs / 1000) + (retentionDays + limits.conversationGraceDays) * dayS;
}

function toItem<State>(conversation: Conversation<State>) {
  const { dueAtMs: _, outbox: __, pollers, ...body } = conversation;
  const pending = Object.entries(pendingAttributes(conversation)).filter(([, value]) => value !== undefined);
  return {
    pk: pkOf(conversation),
    tenantId: conversation.tenantId,
    version: conversation.version,
    body: packJson(body),
    expiresAt: expiresAtS(conversation),
    ...(conversation.userId !== '' && { visitor: visitorKey(conversation) }),
    ...(pollers.length > 0 && { pollers }),
    ...Object.fromEntries(pending),
  };
}

function fromItem<State>({ body, outbox, dueAt, pollers }: Record<string, unknown>): Conversation<State> {
  const stored = unpackJson(body as Uint8Array) as Conversation<State>;
  return {
    ...stored,
    // What the last release wrote knows of none of these.
    waiting: stored.waiting ?? [],
    raisedTurnIds: stored.raisedTurnIds ?? [],
    retentionDays: stored.retentionDays ?? limits.logRetentionDays,
    outbox: outbox ? (unpackJson(outbox as Uint8Array) as Conversation<State>['outbox']) : [],
    pollers: Array.isArray(pollers) ? pollers : [],
    dueAtMs: typeof dueAt === 'number' ? dueAt : null,
  };
}
