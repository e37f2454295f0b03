import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { DeadLetter, DeadLetterFilter, DeadLetterKey, DeadLetters } from '../ports/dead-letters.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** Dead letters in DynamoDB: partition = tenant, sort = conversation and id. @see design 5.3, 6 */
export class DeadLettersTable implements DeadLetters {
  readonly #dynamodb: DynamoDBClient;
  readonly #name: string;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#name = tablePrefix + tables.deadLetters.name;
  }

  async keep(letter: DeadLetter): Promise<void> {
    const keptUntilS = Math.ceil((letter.deadAtMs + limits.deadLetterMs) / 1000);
    const expiresAt = Math.min(keptUntilS, letter.expiresAtS ?? keptUntilS);
    const Item = marshall({ ...keyOf(letter), letter: packJson(letter), expiresAt });
    await this.#dynamodb.send(new PutItemCommand({ TableName: this.#name, Item }));
  }

  async list(filter: DeadLetterFilter, cursor: string | null, limit: number) {
    const page = {
      TableName: this.#name,
      Limit: limit,
      ...(cursor !== null && { ExclusiveStartKey: startOf(cursor) }),
    };
    const { Items = [], LastEvaluatedKey } = await this.#dynamodb.send(
      filter.tenantId === undefined
        ? new ScanCommand(page)
        : new QueryCommand({ ...page, ...conditionOf(filter.tenantId, filter.conversationId) }),
    );
    const letters = Items.map((item) => unpackJson(unmarshall(item).letter) as DeadLetter).filter(
      ({ conversationId }) => filter.conversationId === undefined || conversationId === filter.conversationId,
    );
    return { letters, cursor: LastEvaluatedKey ? JSON.stringify(unmarshall(LastEvaluatedKey)) : null };
  }

  async drop(key: DeadLetterKey): Promise<void> {
    await this.#dynamodb.send(new DeleteItemCommand({ TableName: this.#name, Key: marshall(keyOf(key)) }));
  }
}

function keyOf({ tenantId, conversationId, id }: DeadLetterKey) {
  return { pk: tenantId, sk: `${conversationId}#${id}` };
}

function conditionOf(tenantId: string, conversationId: string | undefined) {
  const isOne = conversationId !== undefined;
  return {
    KeyConditionExpression: isOne ? 'pk = :pk AND begins_with(sk, :conversation)' : 'pk = :pk',
    ExpressionAttributeValues: marshall({
      ':pk': tenantId,
      ...(isOne && { ':conversation': `${conversationId}#` }),
    }),
  };
}

function startOf(cursor: string): Record<string, AttributeValue> {
  return marshall(JSON.parse(cursor));
}
