import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  paginateQuery,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { indexNames, tables } from '../contract/tables.ts';
import type { AccountRef } from '../ports/send-pacing.ts';
import type { WaitingConversation, WaitingLane, WaitingReplies } from '../ports/waiting-replies.ts';
import {
  accountOfLane,
  conversationOfCursor,
  conversationShards,
  conversationsPartition,
  laneKey,
  lanePartition,
  laneShards,
  lanesPartition,
} from './waiting-keys.ts';

/** One process notes an account this often at most: a thousand of its conversations may join in a second. */
const noteAgainAfterMs = 5_000;
/** An account whose last conversation joined more recently may have one that the index does not show yet. */
const indexLagMs = 60_000;
const notedAccounts = 1_000;

/** The index `waiting` of the dedup table: accounts by when to look at them, their conversations by when to go. */
export class WaitingRepliesTable implements WaitingReplies {
  readonly shards = laneShards;
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #nowMs: () => number;
  readonly #notedAtMs = new Map<string, number>();

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
    this.#nowMs = nowMs;
  }

  async join(account: AccountRef, dueAtMs: number): Promise<void> {
    const key = laneKey(account);
    const nowMs = this.#nowMs();
    if (nowMs - (this.#notedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < noteAgainAfterMs) return;
    await this.#dynamodb.send(
      new UpdateItemCommand({
        TableName: this.#table,
        Key: marshall({ pk: key }),
        UpdateExpression: 'SET waiting = :lanes, joinedAtMs = :now, dueAt = if_not_exists(dueAt, :due)',
        ExpressionAttributeValues: marshall({
          ':lanes': lanePartition(account),
          ':now': nowMs,
          ':due': dueAtMs,
        }),
      }),
    );
    if (this.#notedAtMs.size >= notedAccounts) this.#notedAtMs.clear();
    this.#notedAtMs.set(key, nowMs);
  }

  async *listLanes(shard: number, dueBeforeMs: number): AsyncIterable<WaitingLane> {
    const pages = paginateQuery(
      { client: this.#dynamodb },
      {
        TableName: this.#table,
        IndexName: indexNames.waiting,
        KeyConditionExpression: 'waiting = :lanes AND dueAt <= :due',
        ExpressionAttributeValues: marshall({ ':lanes': lanesPartition(shard), ':due': dueBeforeMs }),
      },
    );
    for await (const { Items = [] } of pages) {
      for (const { pk } of Items) yield { account: accountOfLane(pk?.S ?? ''), seenAtMs: this.#nowMs() };
    }
  }

  async list(account: AccountRef, limit: number): Promise<readonly WaitingConversation[]> {
    const pages = await Promise.all(
      Array.from({ length: conversationShards }, (_, shard) => this.#listShard(account, shard, limit)),
    );
    return pages
      .flat()
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      .slice(0, limit);
  }

  async postpone(account: AccountRef, untilMs: number): Promise<void> {
    await this.#unlessGone(
      new UpdateItemCommand({
        TableName: this.#table,
        Key: marshall({ pk: laneKey(account) }),
        UpdateExpression: 'SET dueAt = :due',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: marshall({ ':due': untilMs }),
      }),
    );
  }

  async close({ account, seenAtMs }: WaitingLane): Promise<boolean> {
    return this.#unlessGone(
      new DeleteItemCommand({
        TableName: this.#table,
        Key: marshall({ pk: laneKey(account) }),
        ConditionExpression: 'joinedAtMs < :before',
        ExpressionAttributeValues: marshall({ ':before': seenAtMs - indexLagMs }),
      }),
    );
  }

  async #listShard(account: AccountRef, shard: number, limit: number): Promise<WaitingConversation[]> {
    const { Items = [] } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        IndexName: indexNames.waiting,
        KeyConditionExpression: 'waiting = :account',
        ExpressionAttributeValues: marshall({ ':account': conversationsPartition(account, shard) }),
        Limit: limit,
      }),
    );
    return Items.map((item) => {
      const { pk, dueAt } = unmarshall(item);
      return { ...conversationOfCursor(String(pk)), dueAtMs: Number(dueAt) };
    });
  }

  async #unlessGone(command: UpdateItemCommand | DeleteItemCommand): Promise<boolean> {
    try {
      await (command instanceof UpdateItemCommand
        ? this.#dynamodb.send(command)
        : this.#dynamodb.send(command));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}
