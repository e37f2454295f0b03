import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { Typing, Typist } from '../ports/typing.ts';

/** Who writes, in the dedup table: an item that forgets itself. */
export class TypingTable implements Typing {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
    this.#nowMs = nowMs;
  }

  async note(name: ConversationName, who: Typist, isOn: boolean): Promise<void> {
    const nowMs = this.#nowMs();
    const untilMs = isOn ? nowMs + limits.typingMs : 0;
    // One that was told less than three seconds ago lasts longer than this; what is off needs no second word.
    const tellsAnew = isOn ? '(attribute_not_exists(#who) OR #who <= :told)' : '#who > :now';
    try {
      await this.#dynamodb.send(
        new UpdateItemCommand({
          TableName: this.#table,
          Key: marshall({ pk: keyOf(name) }),
          UpdateExpression: 'SET #who = :until, expiresAt = :expiresAt',
          ConditionExpression: tellsAnew,
          ExpressionAttributeNames: { '#who': who },
          ExpressionAttributeValues: marshall({
            ':until': untilMs,
            ':expiresAt': Math.ceil((nowMs + limits.typingMs) / 1000),
            ...(isOn ? { ':told': nowMs + limits.typingMs - limits.typingEveryMs } : { ':now': nowMs }),
          }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  async read(name: ConversationName): Promise<Readonly<Record<Typist, boolean>>> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#table, Key: marshall({ pk: keyOf(name) }) }),
    );
    const { visitor = 0, agent = 0 } = Item ? unmarshall(Item) : {};
    const nowMs = this.#nowMs();
    return { visitor: Number(visitor) > nowMs, agent: Number(agent) > nowMs };
  }
}

const keyOf = ({ tenantId, conversationId }: ConversationName) => `${tenantId}#typing#${conversationId}`;
