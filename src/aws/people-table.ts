import { createHash, randomBytes } from 'node:crypto';
import { tables } from '../contract/tables.ts';
import { markLength } from '../domain/runs/visitor-sketch.ts';
import type { People, PeopleOf, Person, StoredPerson, VisitorName } from '../ports/people.ts';
import { DynamoTable, equals, isNew, isWritten } from './items.ts';

/**
 * Names of people in the dedup table, hashed, with the tenant in front. They outlive the conversation: a name that were
 * forgotten before would begin a second one. @see docs/decisions/people.md
 */
export class PeopleTable extends DynamoTable implements People {
  protected readonly table = tables.dedup;

  async find(of: PeopleOf, names: readonly string[]): Promise<ReadonlyMap<string, StoredPerson>> {
    const byKey = new Map(names.map((name) => [personKey(of, name), name]));
    // No name may be left out: a guess would split a conversation.
    const items = await this.getItems([...byKey.keys()]);
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
    return this.putItem(
      { pk: personKey(of, name), ...person, expiresAt: expiresAtS },
      before ? equals('key', before.key) : isNew,
    );
  }

  async renew(of: PeopleOf, name: string, expiresAtS: number): Promise<void> {
    await isWritten(
      this.updateItem(personKey(of, name), {
        UpdateExpression: 'SET expiresAt = :expires',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':expires': expiresAtS },
      }),
    );
  }
}

const key = { pk: 'visitors', sk: 'salt' };
const saltBytes = 16;

/** 36 bits that stand for a visitor of a channel: without the deployment's salt they reveal nothing. */
export function visitorMark(salt: string, { tenantId, channel, userId }: VisitorName): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, tenantId, channel, userId]))
    .digest('base64url')
    .slice(0, markLength);
}

/** Creates the anonymous marks of visitors; the salt is stored beside the runs, created on first use. */
export class VisitorMarks extends DynamoTable {
  protected readonly table = tables.runs;
  #salt: Promise<string> | null = null;

  async of(visitor: VisitorName): Promise<string> {
    // A failed read is tried again.
    this.#salt ??= this.#findOrMake().catch((error: unknown) => {
      this.#salt = null;
      throw error;
    });
    return visitorMark(await this.#salt, visitor);
  }

  async #findOrMake(): Promise<string> {
    const found = await this.#read();
    if (found !== null) return found;
    const salt = randomBytes(saltBytes).toString('base64url');
    if (await this.putItem({ ...key, salt }, isNew)) return salt;
    // Another process was first.
    return (await this.#read()) ?? salt;
  }

  /** A query of one: who erases may not get items of this table. */
  async #read(): Promise<string | null> {
    const {
      items: [item],
    } = await this.queryPage({
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': key.pk, ':sk': key.sk },
      ConsistentRead: true,
    });
    return item ? String(item.salt) : null;
  }
}

/** Key of what is known by a name. */
export function personKey({ tenantId, channel, accountId }: PeopleOf, name: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channel, accountId, name]))
    .digest('base64url');
  return `${tenantId}#person#${digest}`;
}
