import { createHash, randomUUID } from 'node:crypto';
import { indexNames, tables } from '../contract/tables.ts';
import type { ChannelName } from '../contract/vocabulary.ts';
import {
  type ContactDetails,
  conversationIdentity,
  type Identity,
  identityName,
  knownAfter,
} from '../domain/contact.ts';
import type { Contact, ContactIds, Contacts, Edited, Seen, StoredIdentity } from '../ports/contacts.ts';
import type { ListPosition } from '../ports/runs.ts';
import { type Condition, DynamoTable, equals, type Item, ifAbsent, setting, where } from './items.ts';
import { shardOf } from './run-items.ts';

const contactPk = (tenantId: string, contactId: string) => `${tenantId}#contact#${contactId}`;
const identityPk = (tenantId: string, identity: Identity) =>
  `${tenantId}#identity#${createHash('sha256').update(identityName(identity)).digest('base64url')}`;
const listOf = (tenantId: string, partition: number) => `${tenantId}#list#${partition}`;
/** Partition of the index that holds a contact's identities, or its conversations. */
const ownOf = (tenantId: string, contactId: string, { kind }: Pick<Identity, 'kind'>) =>
  `${tenantId}#${kind === 'conversation' ? kind : 'identity'}#${contactId}`;

const minuteMs = 60_000;

/** Contacts and their identities; a pointer per identity, so that whose it is changes by one conditional write. */
export class ContactsTable extends DynamoTable implements Contacts {
  protected readonly table = tables.contacts;

  async find(tenantId: string, contactId: string): Promise<Contact | null> {
    const item = await this.getPresent(contactPk(tenantId, contactId));
    return item && contactOf(item);
  }

  async findAll(tenantId: string, contactIds: readonly string[]): Promise<readonly Contact[]> {
    const items = await this.getAllPresent(contactIds.map((contactId) => contactPk(tenantId, contactId)));
    return items.map(contactOf);
  }

  async page(
    tenantId: string,
    partition: number,
    after: ListPosition<string>,
    limit: number,
  ): Promise<ContactIds> {
    const keyOf = (contactId: string) => contactPk(tenantId, contactId);
    const { items, isLast } = await this.#query(listOf(tenantId, partition), keyOf, after, limit);
    const found = items.map(({ pk, seenAt }) => ({
      name: String(pk).slice(contactPk(tenantId, '').length),
      at: Number(seenAt),
    }));
    return { found, isLast };
  }

  async owners(
    tenantId: string,
    identities: readonly Identity[],
    as: 'now' | 'lately' = 'now',
  ): Promise<readonly StoredIdentity[]> {
    const pks = identities.map((identity) => identityPk(tenantId, identity));
    return (await this.getAllPresent(pks, as)).map(identityOf);
  }

  async identitiesOf(tenantId: string, contactId: string): Promise<readonly StoredIdentity[]> {
    const lists = (['visitor', 'conversation'] as const).map((kind) => ownOf(tenantId, contactId, { kind }));
    const found = await Promise.all(
      lists.map((list) =>
        this.queryItems({
          IndexName: indexNames.contacts,
          ...where('listed', list),
        }),
      ),
    );
    const items = await this.getAllPresent(found.flat().map(({ pk }) => String(pk)));
    return items.map(identityOf).filter((one) => one.contactId === contactId);
  }

  async conversationsOf(
    tenantId: string,
    contactId: string,
    after: ListPosition<string>,
    limit: number,
  ): Promise<ContactIds> {
    const keyOf = (id: string) => identityPk(tenantId, conversationIdentity(id));
    const list = ownOf(tenantId, contactId, { kind: 'conversation' });
    const { items, isLast } = await this.#query(list, keyOf, after, limit);
    const at = new Map(items.map(({ pk, seenAt }) => [String(pk), Number(seenAt)]));
    const own = (await this.getAllPresent([...at.keys()])).map(identityOf);
    const found = own
      .filter((one) => one.contactId === contactId)
      .map(({ id }) => ({ name: id, at: at.get(keyOf(id)) ?? 0 }));
    return { found: found.toSorted((a, b) => b.at - a.at), isLast: isLast || found.length === 0 };
  }

  claim(tenantId: string, identity: StoredIdentity, before: StoredIdentity | undefined): Promise<boolean> {
    const { contactId, kind, place, id, channel, seenAtMs, expiresAtS } = identity;
    const item = {
      pk: identityPk(tenantId, identity),
      ...{ contactId, kind, place, id, channel },
      listed: ownOf(tenantId, contactId, identity),
      seenAt: seenAtMs,
      ...(expiresAtS !== undefined && { expiresAt: expiresAtS }),
    };
    return this.putItem(item, before ? isOf(before) : ifAbsent(this.nowMs()));
  }

  async release(tenantId: string, identity: StoredIdentity): Promise<void> {
    await this.deleteItem(identityPk(tenantId, identity), isOf(identity));
  }

  async note(tenantId: string, contactId: string, seen: Seen, before: Contact | null): Promise<boolean> {
    const { channel, atMs, expiresAtS } = seen;
    const after = knownAfter(before ?? { known: {}, verified: false }, seen);
    // Another of its conversations may be kept for longer.
    const expires = before?.edited ? {} : { expiresAt: Math.max(before?.expiresAtS ?? 0, expiresAtS) };
    if (!before)
      return this.#create(tenantId, contactId, atMs, {
        ...after,
        ...{ channels: [channel], firstSeenAt: atMs, lastSeenAt: atMs, ...expires },
      });
    return this.#update(tenantId, contactId, before, {
      ...after,
      channels: [...new Set([...before.channels, channel])],
      firstSeenAt: Math.min(before.firstSeenMs ?? atMs, atMs),
      lastSeenAt: Math.max(before.lastSeenMs ?? atMs, atMs),
      ...listedAt(tenantId, contactId, Math.max(before.lastSeenMs ?? atMs, atMs)),
      ...expires,
    });
  }

  save(
    tenantId: string,
    contactId: string,
    entered: Omit<Edited, 'revision'>,
    before: Contact | null,
  ): Promise<boolean> {
    const edited = { ...entered, revision: randomUUID() };
    return before
      ? this.#update(tenantId, contactId, before, { edited, expiresAt: undefined })
      : this.#create(tenantId, contactId, this.nowMs(), {
          known: {},
          verified: false,
          edited,
          channels: [],
        });
  }

  async confirmEmail(tenantId: string, contactId: string, email: string, atMs: number): Promise<void> {
    await this.tryUpdate(contactPk(tenantId, contactId), {
      UpdateExpression: 'SET confirmed = :confirmed',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':confirmed': { email, atMs } },
    });
  }

  remove(tenantId: string, contactId: string, before?: Contact): Promise<boolean> {
    return this.deleteItem(contactPk(tenantId, contactId), before && isAsRead(before));
  }

  #create(tenantId: string, contactId: string, atMs: number, attributes: Item): Promise<boolean> {
    const item = { pk: contactPk(tenantId, contactId), contactId, ...attributes };
    return this.putItem({ ...item, ...listedAt(tenantId, contactId, atMs) }, ifAbsent(this.nowMs()));
  }

  /** An update of what agents did not change since it was read. */
  async #update(tenantId: string, contactId: string, before: Contact, attributes: Item): Promise<boolean> {
    const condition = isAsRead(before);
    const { ExpressionAttributeValues, ...update } = setting(attributes);
    const { done } = await this.tryUpdate(contactPk(tenantId, contactId), {
      ...update,
      ConditionExpression: `attribute_exists(pk) AND ${condition.ConditionExpression}`,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...condition.ExpressionAttributeValues },
    });
    return done;
  }

  async #query(
    list: string,
    pkOf: (name: string) => string,
    after: ListPosition<string>,
    limit: number,
  ): Promise<{ readonly items: readonly Item[]; readonly isLast: boolean }> {
    if (after === 'end') return { items: [], isLast: true };
    const { items, next } = await this.queryPage({
      IndexName: indexNames.contacts,
      ...where('listed', list),
      ScanIndexForward: false,
      Limit: limit,
      ...(after && { ExclusiveStartKey: { pk: pkOf(after.name), listed: list, seenAt: after.at } }),
    });
    return { items, isLast: next === null };
  }
}

/** Attributes of the index of contacts, last seen first. */
function listedAt(tenantId: string, contactId: string, atMs: number): Item {
  const seenAt = Math.floor(atMs / minuteMs) * minuteMs;
  return { listed: listOf(tenantId, shardOf(contactId)), seenAt };
}

/** The condition that an identity has not become another contact's. */
const isOf = ({ contactId }: StoredIdentity) => equals('contactId', contactId);

/** The condition that no agent has changed a contact since. */
function isAsRead({ edited }: Contact): Condition {
  return edited
    ? {
        ConditionExpression: 'edited.revision = :seenRevision',
        ExpressionAttributeValues: { ':seenRevision': edited.revision },
      }
    : { ConditionExpression: 'attribute_not_exists(edited)' };
}

function contactOf(item: Item): Contact {
  const { pk, contactId, known, verified, edited, confirmed, channels } = item;
  const { firstSeenAt, lastSeenAt, expiresAt } = item;
  return {
    tenantId: String(pk).split('#')[0] ?? '',
    contactId: String(contactId),
    known: known as ContactDetails,
    verified: verified === true,
    edited: (edited ?? null) as Edited | null,
    confirmed: (confirmed ?? null) as Contact['confirmed'],
    channels: channels as readonly ChannelName[],
    firstSeenMs: typeof firstSeenAt === 'number' ? firstSeenAt : null,
    lastSeenMs: typeof lastSeenAt === 'number' ? lastSeenAt : null,
    expiresAtS: typeof expiresAt === 'number' ? expiresAt : null,
  };
}

function identityOf({ contactId, kind, place, id, channel, seenAt, expiresAt }: Item): StoredIdentity {
  return {
    ...{ contactId, kind, place, id, channel },
    seenAtMs: Number(seenAt),
    ...(typeof expiresAt === 'number' && { expiresAtS: expiresAt }),
  } as StoredIdentity;
}
