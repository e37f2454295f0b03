import { expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { directoryKeys } from '../../../src/domain/directory-keys.ts';
import { joinAdmins } from '../../../src/operations/users/user-administration.ts';
import { usersInMemory } from '../../support/users-in-memory.ts';

const nowMs = 1_760_000_000_000;

/** A tenant whose admin is Bo, and Ada, whom somebody has begun to change so long ago. */
async function tenant(changedMsAgo: number | null) {
  const parts = usersInMemory([], undefined, () => nowMs);
  const attributes = {
    ...{ email: 'ada@acme.example', name: null, role: 'admin', status: 'active' },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...(changedMsAgo !== null && { changingSince: new Date(nowMs - changedMsAgo).toISOString() }),
  };
  await parts.records.write('acme', { sk: directoryKeys.user('ada'), attributes }, 'nothing');
  await parts.records.write('acme', { sk: directoryKeys.admins, attributes: { ids: ['bo'] } }, 'nothing');
  const admins = async () => (await parts.records.find('acme', directoryKeys.admins))?.attributes.ids;
  return { parts, admins };
}

it.each([
  ['nobody is changing them', null, 'none', ['bo', 'ada']],
  ['somebody is changing them, who may be taking them off', 0, 'none', ['bo']],
  ['whoever changed them died over it', limits.userChangeMs, 'none', ['bo', 'ada']],
  ['it is the change itself that makes them one', 0, 'theirs', ['bo', 'ada']],
] as const)(
  'who is seen to be an admin is put on the list, or left to others: %s',
  async (_, since, change, ids) => {
    const { parts, admins } = await tenant(since);
    await joinAdmins(parts, 'acme', 'ada', change);
    expect(await admins()).toEqual(ids);
  },
);
