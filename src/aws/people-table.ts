import { createHash } from 'node:crypto';
import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { tables } from '../contract/tables.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { People, PeopleOf, Person, StoredPerson } from '../ports/people.ts';

const readsPerCall = 100;

/**
 * Names of people in the dedup table, hashed, with the tenant in front. They outlive the conversation: a name that were
 * forgotten before would begin a second one. @see docs/decisions/people.md
 */
export class PeopleTable implements People {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
  }

  async find(of: PeopleOf, names: readonly string[]): Promise<ReadonlyMap<string, StoredPerson>> {
    const byKey = new Map(names.map((name) => [personKey(of, name), name]));
    const keys = [...byKey.keys()];
    const calls = Array.from({ length: Math.ceil(keys.length / readsPerCall) }, (_, n) =>
      this.#read(keys.slice(n * readsPerCall, (n + 1) * readsPerCall)),
    );
    const items = (await Promise.all(calls)).flat();
    return new Map(
      items.flatMap(({ pk, key, phone, id, idKey, expiresAt }) => {
        const name = byKey.get(String(pk));
        const person = {
          key: String(key),
          ...(typeof phone === 'string' && { phone }),
          ...(typeof id === 'string' && { id }),
          ...(typeof idKey === 'string' && { idKey }),
          ...(typeof expiresAt === 'number' && { expiresAtS: expiresAt }),
        };
        return name === undefined ? [] : [[name, person]];
      }),
    );
  }

  async save(
    of: PeopleOf,
    name: string,
    { expiresAtS, ...person }: StoredPerson,
    before: Person | undefined,
  ): Promise<boolean> {
    try {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: marshall(
            { pk: personKey(of, name), ...person, expiresAt: expiresAtS },
            { removeUndefinedValues: true },
          ),
          ConditionExpression: before ? '#key = :key' : 'attribute_not_exists(pk)',
          ...(before && {
            ExpressionAttributeNames: { '#key': 'key' },
            ExpressionAttributeValues: marshall({ ':key': before.key }),
          }),
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async renew(of: PeopleOf, name: string, expiresAtS: number): Promise<void> {
    try {
      await this.#dynamodb.send(
        new UpdateItemCommand({
          TableName: this.#table,
          Key: marshall({ pk: personKey(of, name) }),
          UpdateExpression: 'SET expiresAt = :expires',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: marshall({ ':expires': expiresAtS }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  /** @throws TemporarilyUnavailableError when the table is too busy to answer: a guess would split a conversation */
  async #read(pks: readonly string[]): Promise<Record<string, unknown>[]> {
    const Keys = pks.map((pk) => marshall({ pk }));
    const { Responses = {}, UnprocessedKeys = {} } = await this.#dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [this.#table]: { Keys, ConsistentRead: true } } }),
    );
    if (UnprocessedKeys[this.#table]) throw new TemporarilyUnavailableError();
    return (Responses[this.#table] ?? []).map((item) => unmarshall(item));
  }
}

/** Key of what is known by a name. */
export function personKey({ tenantId, channel, accountId }: PeopleOf, name: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channel, accountId, name]))
    .digest('base64url');
  return `${tenantId}#person#${digest}`;
}
