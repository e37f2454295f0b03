import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clockWindow } from '../../src/aws/tenant-allowance-table.ts';
import { limits } from '../../src/contract/limits.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { createService } from '../../src/lambda/create-service.ts';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { type AdminApi, startAdminApi } from '../support/start-admin-api.ts';

const limit = 300;
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let api: AdminApi;
beforeAll(async () => {
  api = await startAdminApi({
    createHandler: (env) => createHandler(env, { nowMs }),
    own: { service: (env) => createService(env, { nowMs }) as GatewayHandler },
  });
});
afterAll(() => api.stop());

it('case 26: a service key is refused above 300 requests a minute', async () => {
  const { body } = await api.as('super-admin')('POST', '/service-keys', {
    body: { name: 'Shop', capabilities: ['conversations:read'] },
  });
  const list = () =>
    fetch(`${api.url}/v1/service/handoffs?limit=1`, { headers: { authorization: `Bearer ${body.key}` } });
  // A minute of the key's own, from its first second.
  clock.aheadMs += clockWindow(`acme#${body.id}#requests`, limits.rateWindowMs, nowMs()).endMs - nowMs();
  const statuses = await Promise.all(Array.from({ length: limit + 5 }, async () => (await list()).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
  const refused = await list();
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

it("a visitor's typing reports are counted like their polls", async () => {
  const session = randomUUID();
  const { conversationId } = await (await say(api, session, 'hello')).json();
  const tell = () =>
    api.post(
      `/v1/webchat/conversations/${conversationId}/typing`,
      { on: true },
      { 'x-tenant-id': 'acme', 'x-session-id': session },
    );
  const tooMany = async () => {
    const told = await Promise.all(Array.from({ length: limit + 1 }, tell));
    return told.find(({ status }) => status === 429);
  };
  // Once more when the session's next minute has begun meanwhile.
  const refused = (await tooMany()) ?? (await tooMany());
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  // Their messages have a minute of their own.
  const said = await (await say(api, session, 'still here')).json();
  expect(said.conversationId).toBe(conversationId);
});
