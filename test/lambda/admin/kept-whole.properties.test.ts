import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { draftContent } from '../../../src/contract/admin/flows.ts';
import { handoffSettingsBody, newTenant, tenantPatch } from '../../../src/contract/admin/tenants.ts';
import { savedReplyBody } from '../../../src/contract/admin/texts.ts';
import { accountSchemas, widget as widgetSchema } from '../../../src/contract/directory.ts';
import { type AdminAnswer, shareAdminApi } from '../../support/start-admin-api.ts';
import { fullValuesOf } from '../../support/values-of.ts';

const shared = shareAdminApi();
const admin = () => shared.api.as('admin');
const boss = () => shared.api.as('super-admin');
const create = { 'if-none-match': '*' };
const match = ({ etag }: AdminAnswer) => ({ 'if-match': etag });
const newId = () => `x-${randomUUID()}`;

/** Each run is several requests. */
const runs = { numRuns: 4 };
const hours = { monday: ['09:00-12:00', '13:00-18:00'], sunday: [] };
/** What the gateway looks at beyond the schema, and patterns that speak of letters of all languages. */
const known = {
  id: fc.constant('id'),
  flow: fc.constant('support'),
  font: fc.constantFrom('Inter, sans-serif', '"Noto Sans Arabic", Arial'),
  time_zone: fc.constantFrom('Europe/Berlin', 'America/St_Johns'),
  default_widget: fc.constantFrom('acme-web', 'acme-app'),
  account: fc.constant('contact-center'),
  allowed_origins: fc.constantFrom(
    ['https://shop.example'],
    ['https://*.shop.example', 'http://127.0.0.1:8080'],
  ),
  queues: fc.constantFrom(['support'], ['support', 'billing']),
  'hours.object': fc.constant(hours),
  'queues.object': fc.constantFrom(
    { default: { hours, assignment: 'automatic', max_conversations: 3 } },
    { support: { target_seconds: 300, assignment: 'manual' } },
  ),
  allowed_networks: fc.constantFrom(['10.0.0.0/8', '2001:db8::/32']),
  base_url: fc.constantFrom('https://provider.example', 'https://provider.example/v2'),
};

describe('everything that can be sent is kept, and returned unchanged:', () => {
  it('of a tenant, when it is created', async () => {
    await fc.assert(
      fc.asyncProperty(fullValuesOf(newTenant, known), async (said) => {
        const tenant = { ...said, id: newId() };
        const made = await boss()('POST', '/tenants', { body: tenant });
        expect([made.status, made.body.tenant]).toEqual([201, tenant]);
        expect((await boss()('GET', `/tenants/${tenant.id}`)).body).toEqual(made.body);
      }),
      runs,
    );
  });

  it('of a tenant, when it is changed; null removes optional fields', async () => {
    const before = await boss()('GET', '/tenants/acme');
    const path = '/tenants/acme';
    await fc.assert(
      fc.asyncProperty(fullValuesOf(tenantPatch, known), async (patch) => {
        const { body: now, ...read } = await boss()('GET', path);
        const changed = await boss()('PATCH', path, { body: patch, headers: match({ body: now, ...read }) });
        const kept = Object.entries({ ...now.tenant, ...patch }).filter(([, value]) => value !== null);
        expect([changed.status, changed.body.tenant]).toEqual([200, Object.fromEntries(kept)]);
        expect((await boss()('GET', path)).body).toEqual(changed.body);
      }),
      { numRuns: 8 },
    );
    const nothing = Object.fromEntries(Object.keys(tenantPatch.shape).map((field) => [field, null]));
    const patch = { ...nothing, ...before.body.tenant, id: undefined, status: undefined };
    const restored = await boss()('PATCH', path, { body: patch, headers: match(await boss()('GET', path)) });
    expect(restored.body.tenant).toEqual(before.body.tenant);
  });

  it('of handoff settings', async () => {
    const path = '/handoff-settings';
    const before = await admin()('GET', path);
    await fc.assert(
      fc.asyncProperty(fullValuesOf(handoffSettingsBody, known), async (said) => {
        const saved = await admin()('PUT', path, {
          body: said,
          headers: match(await admin()('GET', path)),
        });
        expect([saved.status, saved.body]).toEqual([200, expect.objectContaining(said)]);
        expect((await admin()('GET', path)).body).toEqual(saved.body);
        const { body } = await admin()('GET', '/widgets/acme-web');
        for (const name of said.queues ?? []) {
          const hours = said.handoff?.queues?.[name]?.hours ?? said.handoff?.hours;
          expect(body.queues).toContainEqual({ name, hours });
        }
      }),
      runs,
    );
    const { queues, handoff } = before.body;
    const restored = { body: { queues, handoff }, headers: match(await admin()('GET', path)) };
    expect((await admin()('PUT', path, restored)).status).toBe(200);
  });

  it('of a widget, with its secrets, and its appearance by the URL that pages read', async () => {
    const id = newId();
    const path = `/widgets/${id}`;
    const bare = { id, flow: 'support', allowed_origins: [] };
    await admin()('PUT', path, { body: bare, headers: create });
    for (const role of ['signing_secret', 'identity_secret']) {
      const headers = match(await admin()('GET', path));
      await admin()('PUT', `${path}/secrets/${role}`, { body: { value: randomUUID() }, headers });
    }
    let last: z.infer<typeof widgetSchema> = bare;
    const { signing_secret, identity_secret } = (await admin()('GET', path)).body.widget;
    await fc.assert(
      fc.asyncProperty(fullValuesOf(widgetSchema, known), async (said) => {
        const widget = { ...said, id, signing_secret, identity_secret };
        const headers = match(await admin()('GET', path));
        const saved = await admin()('PUT', path, { body: widget, headers });
        expect([saved.status, saved.body.widget]).toEqual([200, widget]);
        expect((await admin()('GET', path)).body).toMatchObject({ widget, timeZone: 'Europe/Berlin' });
        last = widget;
      }),
      runs,
    );
    const [origin = ''] = last.allowed_origins.filter((one) => !one.includes('*'));
    const address = `${shared.api.url}/v1/webchat/settings?tenant=acme&widget=${id}`;
    const published = async () => (await fetch(address, { headers: { origin } })).json();
    // Pages get the hours of the queue.
    const { show_hours: _, opening_hours: __, ...others } = last.appearance ?? {};
    await expect.poll(published).toMatchObject(others);
  });

  it.each(accountSchemas)(
    'of a channel account, with all of its secrets: $shape.channel.def.values',
    async (schema) => {
      const [channel] = schema.shape.channel.def.values;
      const id = newId();
      const path = `/channels/${channel}/${id}`;
      const [bare] = fc.sample(fullValuesOf(schema, known), 1);
      const own = {
        id,
        ...(bare && 'username' in bare && { username: id }),
        ...(bare && 'phone_number_id' in bare && { phone_number_id: id }),
      };
      const made = await admin()('PUT', path, {
        body: { ...bare, ...own, secrets: undefined },
        headers: create,
      });
      for (const { role } of made.body.secrets) {
        const headers = match(await admin()('GET', path));
        await admin()('PUT', `${path}/secrets/${role}`, { body: { value: randomUUID() }, headers });
      }
      const { secrets, base_url } = (await admin()('GET', path)).body.account;
      await fc.assert(
        fc.asyncProperty(fullValuesOf(schema, known), async (said) => {
          // Where a token is sent is not moved while there is one.
          const account = { ...said, ...own, secrets, base_url };
          const saved = await admin()('PUT', path, {
            body: account,
            headers: match(await admin()('GET', path)),
          });
          expect([saved.status, saved.body.account]).toEqual([200, account]);
          expect((await admin()('GET', path)).body).toMatchObject({ account });
        }),
        runs,
      );
    },
  );

  it("of a flow’s draft, however invalid, with its editor's data", async () => {
    const id = `kept_${randomUUID().replaceAll('-', '')}`;
    const path = `/flows/${id}/draft`;
    const arbitrary = fullValuesOf(draftContent, known);
    const [first] = fc.sample(arbitrary, 1);
    expect((await admin()('POST', '/flows', { body: { id, ...first } })).body).toMatchObject({ ...first });
    await fc.assert(
      fc.asyncProperty(arbitrary, async (content) => {
        const saved = await admin()('PUT', path, {
          body: content,
          headers: match(await admin()('GET', path)),
        });
        expect([saved.status, saved.body]).toEqual([200, expect.objectContaining(content)]);
        // Reading it names the tenant's country besides, by which a test chat reads answers.
        expect((await admin()('GET', path)).body).toEqual({ ...saved.body, country: 'DE' });
      }),
      runs,
    );
  });

  it('of a saved reply', async () => {
    await fc.assert(
      fc.asyncProperty(fullValuesOf(savedReplyBody), async (said) => {
        const made = await admin()('POST', '/texts', { body: said });
        expect([made.status, made.body]).toEqual([201, expect.objectContaining(said)]);
        const { items } = (await admin()('GET', '/texts?limit=100')).body;
        expect(items.find((one: { id: string }) => one.id === made.body.id)).toEqual(made.body);
        expect(
          (await admin()('DELETE', `/texts/${made.body.id}`, { headers: { 'if-match': made.body.etag } }))
            .status,
        ).toBe(204);
      }),
      runs,
    );
  });
});
