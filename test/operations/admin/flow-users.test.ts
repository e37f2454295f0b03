import { expect, it } from 'vitest';
import { findFlowUsers } from '../../../src/operations/admin/flows/read-flows.ts';

const calling = {
  id: 'old',
  version: 3,
  start: 'part',
  steps: { part: { kind: 'call', flow: 'order', next: 'bye' }, bye: { kind: 'end' } },
};

/** The records of one tenant, and which of them were read one by one. */
function recordsOf(stored: Readonly<Record<string, object>>) {
  const read: string[] = [];
  const recordOf = (sk: string) => ({ sk, revision: null, attributes: stored[sk] ?? {} });
  const records = {
    list: async (_tenantId: string, prefix: string) =>
      Object.keys(stored)
        .filter((sk) => sk.startsWith(prefix))
        .map(recordOf),
    find: async (_tenantId: string, sk: string) => {
      read.push(sk);
      return sk in stored ? recordOf(sk) : null;
    },
  };
  return { read, admin: { records } as unknown as Parameters<typeof findFlowUsers>[0] };
}

it('reads the callers of a flow from the pointers, without reading a version', async () => {
  const { admin, read } = recordsOf({
    'published#support': { document: 2, calls: ['order'] },
    'widget#web': { document: { id: 'web', flow: 'order' } },
  });
  const users = await findFlowUsers(admin, 'acme');
  expect(users.get('order')).toEqual([
    { kind: 'widget', id: 'web' },
    { kind: 'flow', id: 'support' },
  ]);
  expect(read).toEqual([]);
});

it('reads the version of a pointer that an earlier release wrote', async () => {
  const { admin, read } = recordsOf({
    'published#old': { document: 3 },
    'flow#old#3': { document: calling },
  });
  const users = await findFlowUsers(admin, 'acme');
  expect(users.get('order')).toEqual([{ kind: 'flow', id: 'old' }]);
  expect(read).toHaveLength(1);
});
