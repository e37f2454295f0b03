import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '../contract/tables.ts';
import type { People, PeopleOf, Person, StoredPerson } from '../ports/people.ts';
import { isWritten, readItems } from './items.ts';

/**
 * Names of people in the dedup table, hashed, with the tenant in front. They outlive the conversation: a name that were
 * forgotten before would begin a second one. @see docs/decisions/people.md
 */
export class PeopleTable implements People {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
  }

  async find(of: PeopleOf, names: readonly string[]): Promise<ReadonlyMap<string, StoredPerson>> {
    const byKey = new Map(names.map((name) => [personKey(of, name), name]));
    const keys = [...byKey.keys()];
    // Nobody's name may be left out: a guess would split a conversation.
    const items = await readItems(
      this.#dynamodb,
      this.#table,
      keys.map((pk) => ({ pk })),
      'now',
    );
    return new Map(
      items.flatMap(({ pk, key, phone, id, idKey, alias, expiresAt }) => {
        const name = byKey.get(String(pk));
        const person = {
          key: String(key),
          ...(typeof phone === 'string' && { phone }),
          ...(typeof id === 'string' && { id }),
          ...(typeof idKey === 'string' && { idKey }),
          ...(typeof alias === 'string' && { alias }),
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
    return isWritten(
      this.#dynamodb.send(
        new PutCommand({
          TableName: this.#table,
          Item: { pk: personKey(of, name), ...person, expiresAt: expiresAtS },
          ConditionExpression: before ? '#key = :key' : 'attribute_not_exists(pk)',
          ...(before && {
            ExpressionAttributeNames: { '#key': 'key' },
            ExpressionAttributeValues: { ':key': before.key },
          }),
        }),
      ),
    );
  }

  async renew(of: PeopleOf, name: string, expiresAtS: number): Promise<void> {
    await isWritten(
      this.#dynamodb.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: { pk: personKey(of, name) },
          UpdateExpression: 'SET expiresAt = :expires',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':expires': expiresAtS },
        }),
      ),
    );
  }
}

/** Key of what is known by a name. */
export function personKey({ tenantId, channel, accountId }: PeopleOf, name: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channel, accountId, name]))
    .digest('base64url');
  return `${tenantId}#person#${digest}`;
}
