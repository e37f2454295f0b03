import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { DeadLetter, DeadLetterFilter, DeadLetterKey, DeadLetters } from '../ports/dead-letters.ts';
import { packJson, unpackJson } from './items.ts';

/** Dead letters in DynamoDB: partition = tenant, sort = conversation and id. @see design 5.3, 6 */
export class DeadLettersTable implements DeadLetters {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#name = tablePrefix + tables.deadLetters.name;
  }

  async keep(letter: DeadLetter): Promise<void> {
    const keptUntilS = Math.ceil((letter.deadAtMs + limits.deadLetterMs) / 1000);
    const expiresAt = Math.min(keptUntilS, letter.expiresAtS ?? keptUntilS);
    const Item = { ...keyOf(letter), letter: packJson(letter), expiresAt };
    await this.#dynamodb.send(new PutCommand({ TableName: this.#name, Item }));
  }

  async list(filter: DeadLetterFilter, cursor: string | null, limit: number) {
    const page = {
      TableName: this.#name,
      Limit: limit,
      ...(cursor !== null && { ExclusiveStartKey: JSON.parse(cursor) }),
    };
    const { Items = [], LastEvaluatedKey } = await this.#dynamodb.send(
      filter.tenantId === undefined
        ? new ScanCommand(page)
        : new QueryCommand({ ...page, ...conditionOf(filter.tenantId, filter.conversationId) }),
    );
    const letters = Items.map((item) => unpackJson(item.letter) as DeadLetter).filter(
      ({ conversationId }) => filter.conversationId === undefined || conversationId === filter.conversationId,
    );
    return { letters, cursor: LastEvaluatedKey ? JSON.stringify(LastEvaluatedKey) : null };
  }

  async drop(key: DeadLetterKey): Promise<void> {
    await this.#dynamodb.send(new DeleteCommand({ TableName: this.#name, Key: keyOf(key) }));
  }
}

function keyOf({ tenantId, conversationId, id }: DeadLetterKey) {
  return { pk: tenantId, sk: `${conversationId}#${id}` };
}

function conditionOf(tenantId: string, conversationId: string | undefined) {
  const isOne = conversationId !== undefined;
  return {
    KeyConditionExpression: isOne ? 'pk = :pk AND begins_with(sk, :conversation)' : 'pk = :pk',
    ExpressionAttributeValues: {
      ':pk': tenantId,
      ...(isOne && { ':conversation': `${conversationId}#` }),
    },
  };
}
