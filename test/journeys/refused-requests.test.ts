import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '../../src/client/index.ts';
import { refusalsAnswer } from '../../src/contract/admin/reports.ts';
import { limits, refusalLimits } from '../../src/contract/limits.ts';
import { addDays, hourOf } from '../../src/domain/runs/local-time.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { createHandler } from '../support/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { shareAdminApi } from '../support/start-admin-api.ts';
import { storedItems } from '../support/stored-items.ts';
import { untilNoonMs } from '../support/until-noon.ts';

const dayMs = 24 * 60 * 60_000;
const clock = { aheadMs: untilNoonMs() };
const nowMs = () => Date.now() + clock.aheadMs;
const shared = shareAdminApi();
/** On the clocks of acme, which are a day ahead of ours late in the evening. */
const today = () => hourOf('Europe/Berlin', nowMs()).date;
const body = { text: 'hello', attachments: [], user: { id: 'visitor' } };
const shop = 'https://shop.example';

/** One execution environment: what it remembers is its own. */
let environments: readonly GatewayHandler[] = [];
beforeAll(() => {
  environments = [0, 1].map(() => createHandler({ ...shared.api.env, PATIENCE: '50' }, { nowMs }));
});

async function send(
  environment: number,
  headers: Readonly<Record<string, string>>,
  { sent = body, path = '/v1/webchat/messages' }: { readonly sent?: unknown; readonly path?: string } = {},
): Promise<number> {
  const method = path.endsWith('messages') && !path.includes('conversations') ? 'POST' : 'GET';
  const event = httpEvent(method, path, {
    headers: { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID(), ...headers },
    ...(method === 'POST' && { body: sent }),
  });
  const result = await environments[environment]?.(event, lambdaContext);
  return (result as { readonly statusCode: number }).statusCode;
}

/** The next request of each environment writes what it has counted; two, since one may find that the other has written. */
async function written(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    clock.aheadMs += limits.noteMs;
    for (const environment of environments.keys())
      await send(environment, { 'x-tenant-id': 'nobody' }, { path: '/v1/webchat/settings' });
  }
}

async function report(role: 'viewer' | 'super-admin' = 'viewer', tenantId = 'acme') {
  const client = createGatewayClient({ baseUrl: shared.api.url, token: shared.api.tokenOf(role), tenantId });
  const { data, response } = await client.GET('/v1/admin/reports/refusals', {
    params: { query: { from: today(), to: today() } },
  });
  return { status: response.status, data: data ? refusalsAnswer.parse(data) : null };
}

const rowsOf = async () =>
  (await report()).data?.rows.map(({ code, origin, count, messages }) => [code, origin, count, messages]);
const stored = async () =>
  (await storedItems(shared.api)).map(({ item }) => item).filter(({ pk }) => /#refused#/.test(String(pk)));

describe('refused requests of visitors', () => {
  it('are in the report of their tenant by code and site, from all environments, the most frequent first', async () => {
    expect((await report()).data).toMatchObject({
      ...{ until: null, keptDays: 90, total: { count: 0, messages: 0 }, rows: [] },
    });
    for (const environment of environments.keys()) {
      for (let n = 0; n < 3; n += 1)
        expect(await send(environment, { origin: 'HTTPS://Shop.example:443' })).toBe(403);
      expect(await send(environment, {}, { sent: '{' })).toBe(400);
      expect(await send(environment, { 'x-widget-id': 'nonesuch', origin: shop })).toBe(404);
    }
    const elsewhere = '/v1/webchat/conversations/nonesuch/messages';
    expect(await send(0, { origin: 'null' }, { path: elsewhere })).toBe(404);
    expect(await send(1, {}, { sent: { ...body, text: 'x'.repeat(limits.bodyBytes) } })).toBe(413);
    expect(await send(1, { 'x-session-id': 'no-uuid' })).toBe(400);
    const session = { 'x-session-id': randomUUID() };
    for (let n = 0; n < limits.sessionMessagesPerMinute; n += 1) expect(await send(0, session)).toBe(200);
    for (let n = 0; n < 4; n += 1) expect(await send(0, session)).toBe(429);
    await written();
    expect(await rowsOf()).toEqual([
      ['origin_not_allowed', shop, 6, 6],
      ['rate_limited', 'none', 4, 4],
      ['invalid_body', 'none', 2, 2],
      ['widget_not_found', shop, 2, 2],
      ['body_too_large', 'none', 1, 1],
      ['conversation_not_found', 'unreadable', 1, 0],
      ['invalid_header', 'none', 1, 1],
    ]);
    const { data } = await report();
    expect(data).toMatchObject({ zone: 'Europe/Berlin', total: { count: 17, messages: 16 } });
    expect(Date.parse(data?.until ?? '')).toBeGreaterThan(Date.now());
  });

  it("are in no other tenant's, and none is kept of unknown tenants", async () => {
    expect(await send(0, { 'x-tenant-id': 'nobody' })).toBe(404);
    expect(await send(0, { 'x-tenant-id': 'nobody-either' }, { sent: '{' })).toBe(400);
    await written();
    expect(new Set((await stored()).map(({ pk }) => pk))).toEqual(new Set([`acme#refused#${today()}`]));
    await shared.api.as('super-admin')('POST', '/tenants', { body: { id: 'globex', name: 'Globex' } });
    expect(await report('super-admin', 'globex')).toMatchObject({ status: 200, data: { rows: [] } });
    expect(await report('viewer', 'globex')).toMatchObject({ status: 403 });
  });

  it('are a table for spreadsheets, too', async () => {
    const csv = await fetch(`${shared.api.url}/v1/admin/reports/refusals?from=${today()}&to=${today()}`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${shared.api.tokenOf('viewer')}` },
    });
    expect(csv.headers.get('content-disposition')).toContain(`read-refusals-${today()}-${today()}.csv`);
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      'code,origin,count,messages',
      `origin_not_allowed,${shop},6,6`,
    ]);
  });

  it('cost a write a minute, however many they are and whatever sites they name, and a row that does not grow', async () => {
    const before = (await stored())[0];
    const revisions = new Set<unknown>([before?.revision]);
    for (let minute = 0; minute < 3; minute += 1) {
      clock.aheadMs += limits.noteMs;
      for (let n = 0; n < 300; n += 1) {
        expect(await send(0, { origin: `https://made-up-${minute}-${n}.example` })).toBe(403);
        if (n % 100 === 99) revisions.add((await stored())[0]?.revision);
      }
    }
    await written();
    expect(revisions.size).toBe(1 + 3);
    const [row] = await stored();
    expect(Object.keys(row?.refused ?? {}).length).toBeLessThanOrEqual(refusalLimits.sitesKept + 10);
    expect(JSON.stringify(row).length).toBeLessThan(8_000);
    const rows = (await report()).data?.rows ?? [];
    expect(rows).toContainEqual({ code: 'origin_not_allowed', origin: shop, count: 6, messages: 6 });
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(17 + 900);
  });

  it("count on the day on which they came, in the tenant's time zone", async () => {
    const utcDay = () => new Date(nowMs()).toISOString().slice(0, 10);
    // Half an hour before midnight in UTC it is the next day in Berlin.
    const lateMs = Date.parse(`${utcDay()}T23:30:00Z`) + dayMs;
    clock.aheadMs += lateMs - nowMs();
    const day = today();
    expect(day).not.toBe(utcDay());
    await send(0, { origin: shop });
    clock.aheadMs += dayMs;
    await send(0, { origin: shop });
    await written();
    const keys = (await stored()).map(({ pk }) => pk);
    expect(keys).toEqual(expect.arrayContaining([`acme#refused#${day}`, `acme#refused#${today()}`]));
    const { body: both } = await shared.api.as('viewer')(
      'GET',
      `/reports/refusals?from=${day}&to=${today()}`,
    );
    expect(both.rows).toContainEqual({ code: 'origin_not_allowed', origin: shop, count: 2, messages: 2 });
  });

  it.each([
    [{ from: '2026-10-02', to: '2026-10-01' }],
    [{ from: '2026-01-01', to: '2027-06-01' }],
    [{ from: 'yesterday', to: '2026-10-01' }],
    [{ from: '2026-10-01', to: '2026-10-01', channel: 'webchat' }],
  ])('are not reported for %j', async (query) => {
    const asked = new URLSearchParams(query as Record<string, string>);
    const { status, body: problem } = await shared.api.as('viewer')('GET', `/reports/refusals?${asked}`);
    expect([status, problem.code]).toEqual([400, 'invalid_parameter']);
  });

  it('are reported for 400 days, of which most have no row', async () => {
    const { status } = await shared.api.as('viewer')(
      'GET',
      `/reports/refusals?from=${addDays(today(), -399)}&to=${today()}`,
    );
    expect(status).toBe(200);
  });
});
