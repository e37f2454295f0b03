import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { tables } from '../contract/tables.ts';
import type { CommittedTurn } from '../domain/conversation.ts';
import type { Answer } from '../ports/answer.ts';
import type { TurnLog } from '../ports/turn-log.ts';
import { answerItem, answerOf } from './answer-item.ts';
import { feedItem, sideItems } from './desk-items.ts';
import { packJson, unpackJson } from './packed-json.ts';
import { putOf, writeAll } from './write-all.ts';

const marshalling = { removeUndefinedValues: true };

/** The messages and dedup tables: a settled turn writes both in one call. @see design 5.2, 6 */
export class TurnLogTables implements TurnLog {
  readonly #dynamodb: DynamoDBClient;
  readonly #messages: string;
  readonly #dedup: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#messages = tablePrefix + tables.messages.name;
    this.#dedup = tablePrefix + tables.dedup.name;
    this.#nowMs = nowMs;
  }

  async record(
    turns: readonly CommittedTurn[],
    answers: readonly Answer[],
    { beside = [], fed = null }: Partial<NonNullable<Parameters<TurnLog['record']>[2]>> = {},
  ): Promise<void> {
    const forPeople = [
      ...beside.flatMap(sideItems),
      ...(fed ? [feedItem(fed.tenantId, fed, this.#nowMs())] : []),
    ];
    await writeAll(this.#dynamodb, [
      ...forPeople.map((item) => putOf(this.#messages, item)),
      ...turns.map((turn) => putOf(this.#messages, turnItem(turn))),
      ...answers.map((answer) => putOf(this.#dedup, answerItem(answer))),
    ]);
  }

  async read(
    tenantId: string,
    conversationId: string,
    after: string | null,
    limit: number,
    as: 'now' | 'lately' = 'lately',
  ): Promise<readonly CommittedTurn[]> {
    const pk = `${tenantId}#${conversationId}`;
    const pages = paginateQuery(
      { client: this.#dynamodb },
      {
        TableName: this.#messages,
        KeyConditionExpression: after === null ? 'pk = :pk' : 'pk = :pk AND lastMessageId > :after',
        // DynamoDB deletes late: what has expired and is still there must not be shown, nor sent again.
        FilterExpression: 'expiresAt > :now',
        ExpressionAttributeValues: marshall({
          ':pk': pk,
          ':now': Math.floor(this.#nowMs() / 1000),
          ...(after !== null && { ':after': after }),
        }),
        Limit: limit,
        ConsistentRead: as === 'now',
      },
    );
    for await (const { Items = [] } of pages)
      if (Items.length > 0) return Items.map((item) => unpackJson(unmarshall(item).turn) as CommittedTurn);
    return [];
  }

  async findAnswer(key: string): Promise<Answer | null> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#dedup, Key: marshall({ pk: key }), ConsistentRead: true }),
    );
    return Item ? answerOf(unmarshall(Item), this.#nowMs()) : null;
  }

  async rememberPending(answer: Answer): Promise<void> {
    try {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#dedup,
          Item: marshall(answerItem(answer), marshalling),
          ConditionExpression: 'attribute_not_exists(pk) OR expiresAtMs <= :now',
          ExpressionAttributeValues: marshall({ ':now': this.#nowMs() }),
        }),
      );
    } catch (error) {
      // The worker was faster: the final answer is there already.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
}

/** Sorted by the turn's last message, so that one query finds every turn with something after a given id. */
function turnItem(turn: CommittedTurn) {
  const last = turn.replies.at(-1) ?? turn.inbound;
  return {
    pk: `${turn.tenantId}#${turn.conversationId}`,
    lastMessageId: last?.id ?? turn.turnId,
    expiresAt: turn.expiresAtS,
    turn: packJson(turn),
  };
}
