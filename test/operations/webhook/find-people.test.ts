import { expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../src/domain/errors.ts';
import { findPeople } from '../../../src/operations/webhook/find-people.ts';
import type { People, StoredPerson } from '../../../src/ports/people.ts';

const of = { tenantId: 'acme', channel: 'chatapp', accountId: 'account' };
const memory = { idKey: '', nowMs: 0, retentionDays: 30 };
const sightings = [{ names: { phone: '4915', id: 'scoped' }, messageId: 'm1' }];

/** People of whom the first look sees nothing, since somebody else is just writing them. */
function justWritten(isTaken: boolean) {
  const stored = new Map<string, StoredPerson>([['4915', { key: 'first', phone: '4915', id: 'scoped' }]]);
  let looks = 0;
  const people: People = {
    async find(_of, names) {
      looks += 1;
      return new Map(looks === 1 ? [] : [...stored].filter(([name]) => names.includes(name)));
    },
    async save(_of, name, person, before) {
      if (isTaken || stored.get(name)?.key !== before?.key) return false;
      stored.set(name, person);
      return true;
    },
    renew: async () => undefined,
  };
  return { people, stored };
}

it('a person written meanwhile by another process is the one that all continue with', async () => {
  const { people, stored } = justWritten(false);
  const [person] = await findPeople(people, of, sightings, memory);
  expect(person).toEqual({ key: 'first', phone: '4915', id: 'scoped' });
  expect(stored.get('scoped')?.key).toBe('first');
});

it('names that others keep writing are left for later', async () => {
  const { people } = justWritten(true);
  await expect(findPeople(people, of, sightings, memory)).rejects.toThrow(TemporarilyUnavailableError);
});
