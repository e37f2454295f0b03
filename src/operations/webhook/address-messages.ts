import type { InboundItem } from '../../channels/channel.ts';
import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import { limits } from '../../contract/limits.ts';
import { keyNamed } from '../../domain/id-keys.ts';
import type { KnownAccount } from '../../ports/channel-accounts.ts';
import type { Person } from '../../ports/people.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { findPeople, type Sighting } from './find-people.ts';

type MessageItem = Extract<InboundItem, { kind: 'message' }>;

/**
 * The messages as they belong to conversations: where a provider has several names for a user, to the one that any
 * of them began, and with the phone number while it is known. One read for all of a body.
 * @see design 2.7, docs/decisions/people.md
 */
export async function addressMessages(
  { people, idKeys, nowMs }: Pick<Gateway, 'people' | 'idKeys' | 'nowMs'>,
  { tenant, account }: Pick<KnownAccount, 'tenant' | 'account'>,
  items: readonly MessageItem[],
): Promise<ReadonlyMap<MessageItem, CanonicalMessage>> {
  const keys = await idKeys();
  const sightings = new Map<MessageItem, Sighting>(
    items.flatMap((item) =>
      item.person ? [[item, { ...item.person, messageId: item.message.messageId }]] : [],
    ),
  );
  const of = { tenantId: tenant.id, channel: account.channel, accountId: account.id };
  const memory = {
    idKey: keys[0].id,
    nowMs: nowMs(),
    retentionDays: tenant.retention_days ?? limits.logRetentionDays,
  };
  const found = await findPeople(people, of, [...sightings.values()], memory);
  return new Map(
    [...sightings.keys()].map((item, n) => {
      const person = found[n];
      if (!person) return [item, item.message];
      const parts = ['channel', tenant.id, account.channel, account.id, person.key];
      const user = { ...item.message.user, ...addressOf(person) };
      return [
        item,
        { ...item.message, conversationId: deriveId(keyNamed(keys, person.idKey ?? ''), ...parts), user },
      ];
    }),
  );
}

/** The name that the conversation began by, as long as it is theirs. */
export function addressOf({ key, phone, id }: Person): { id: string; phone?: string } {
  const own = key === id || key === phone ? key : (id ?? phone ?? key);
  return { id: own, ...(phone && /^\d+$/.test(phone) && { phone: `+${phone}` }) };
}
