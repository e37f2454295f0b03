import { expect, it } from 'vitest';
import type { IdKeys } from '../../../src/domain/message-ids.ts';
import { type VisitorPorts, visitorOf } from '../../../src/operations/service/visitor-of.ts';
import type { StoredPerson } from '../../../src/ports/people.ts';

const old = { id: 'o', secret: 'the old secret' };
const fresh = { id: 'f', secret: 'the fresh secret' };

it('a user of a contact center whom a system wrote to keeps the conversation when the keys of IDs are rotated', async () => {
  const people = new Map<string, StoredPerson>();
  const conversationWith = async (...keys: IdKeys) => {
    const ports = {
      directory: {
        findTenant: async () => ({ id: 'acme', name: 'Acme', status: 'active' }),
        findAccount: async () => ({ id: 'open', channel: 'contactcenter', flow: 'support' }),
      },
      people: {
        find: async () => people,
        save: async (_of: unknown, name: string, person: StoredPerson) => people.set(name, person) !== null,
      },
      idKeys: async () => keys,
      nowMs: () => 0,
    } as unknown as VisitorPorts;
    const user = { channel: 'contactcenter', accountId: 'open', userId: '4915110000001' } as const;
    return (await visitorOf(ports, 'acme', user, false)).conversationId;
  };
  const before = await conversationWith(old);
  expect(await conversationWith(fresh, old)).toBe(before);
  expect([...people.keys()]).toEqual(['4915110000001']);
});
