import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { createAdmin } from '../../../src/lambda/create-admin.ts';
import type { GatewayHandler } from '../../../src/lambda/create-handler.ts';
import { createHandler } from '../../support/create-handler.ts';
import { type AdminApi, startAdminApi, type TestRole } from '../../support/start-admin-api.ts';
import { storedItems } from '../../support/stored-items.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let api: AdminApi;
beforeAll(async () => {
  api = await startAdminApi({
    createHandler: (env) => createHandler(env, { nowMs }),
    own: { admin: (env) => createAdmin(env, { nowMs }) as GatewayHandler },
  });
});
afterAll(() => api.stop());

async function note(role: TestRole, flowId: string, stepId: string | null, tenantId?: string) {
  const headers = tenantId === undefined ? {} : { 'x-tenant-id': tenantId };
  const { status, body } = await api.as(role)('POST', `/flows/${flowId}/editors`, {
    body: { stepId },
    headers,
  });
  expect(status).toBe(200);
  return body.items.map(({ name, stepId: at }: { name: string; stepId: string | null }) => [name, at]);
}

it('editors of a flow see each other and their steps, until 22 s after the last heartbeat', async () => {
  expect(await note('editor', 'support', 'menu')).toEqual([]);
  const [seen] = await note('admin', 'support', null);
  expect(seen).toEqual([expect.any(String), 'menu']);
  expect(await note('editor', 'support', 'welcome')).toEqual([[expect.any(String), null]]);
  clock.aheadMs += limits.editorEveryMs;
  expect(await note('admin', 'support', null)).toEqual([[seen[0], 'welcome']]);
  clock.aheadMs += limits.editorMs - limits.editorEveryMs;
  expect(await note('admin', 'support', null)).toEqual([]);
  // An editor who has left within the last poll of the others is gone within 40 s.
  expect(limits.editorMs + limits.editorEveryMs).toBeLessThan(40_000);
  // A selected step is reported 1.5 s after the last change, and shown to others with the next poll.
  expect(1_500 + limits.editorEveryMs).toBeLessThan(20_000);
});

it('another flow and another tenant have no editors, and nothing is kept of one who has left', async () => {
  await note('editor', 'left', 'menu');
  expect(await note('admin', 'other', null)).toEqual([]);
  expect(await note('super-admin', 'left', null, 'globex')).toEqual([]);
  clock.aheadMs += limits.editorMs;
  await note('admin', 'left', null);
  const items = (await storedItems(api)).filter(({ item }) => item.pk === 'acme#editors#left');
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain('menu');
});

it('a viewer is refused, and so is an invalid step', async () => {
  const body = { stepId: null };
  expect((await api.as('viewer')('POST', '/flows/support/editors', { body })).status).toBe(403);
  for (const bad of [{}, { stepId: '' }, { stepId: 'x'.repeat(200) }, { stepId: 7 }, null])
    expect((await api.as('editor')('POST', '/flows/support/editors', { body: bad })).status).toBe(400);
});
