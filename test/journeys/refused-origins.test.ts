import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { widgetDetails } from '../../src/contract/admin/widgets.ts';
import { limits } from '../../src/contract/limits.ts';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { shareAdminApi } from '../support/start-admin-api.ts';
import { storedItems } from '../support/stored-items.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
const shared = shareAdminApi({ createHandler: (env) => createHandler(env, { nowMs }) });

/** A widget of this test alone, which one site may show. */
async function makeWidget() {
  const id = `x-${randomUUID()}`;
  const put = (allowed: readonly string[], headers: Record<string, string>) =>
    shared.api.as('admin')('PUT', `/widgets/${id}`, {
      body: { id, flow: 'support', allowed_origins: allowed },
      headers,
    });
  const { status, etag } = await put(['https://ours.example'], { 'if-none-match': '*' });
  expect(status).toBe(200);
  const read = async () => {
    const { body } = await shared.api.as('viewer')('GET', `/widgets/${id}`);
    return widgetDetails.parse(body).refusedOrigins;
  };
  return {
    id,
    counts: async () => (await read()).map(({ origin, count }) => [origin, count]),
    read,
    allow: (origin: string) => put(['https://ours.example', origin], { 'if-match': etag }),
    /** Asks how the widget looks, as its script does first of all. */
    show: async (origin: string) => {
      const query = `tenant=acme&widget=${id}`;
      const { status } = await fetch(`${shared.api.url}/v1/webchat/settings?${query}`, {
        headers: { origin },
      });
      return status;
    },
    write: (origin: string, session: string = randomUUID()) =>
      say(shared.api, session, 'hello', { 'x-widget-id': id, origin }),
    stored: async () =>
      (await storedItems(shared.api)).find(({ item }) => item.pk === `acme#origins#${id}`)?.item,
  };
}

describe('a site that a widget refuses', () => {
  it('is shown with its count and time, at once and then once a minute, until it is allowed', async () => {
    const widget = await makeWidget();
    const shop = 'https://shop.example';
    const beforeMs = nowMs();
    expect(await widget.counts()).toEqual([]);
    expect(await widget.show('HTTPS://Shop.example:443')).toBe(403);
    expect(await widget.counts()).toEqual([[shop, 1]]);
    const [{ lastAt = '' } = {}] = await widget.read();
    expect(Date.parse(lastAt)).toBeGreaterThanOrEqual(beforeMs);
    expect((await widget.write(shop)).status).toBe(403);
    expect(await widget.show('http://blog.example:8080')).toBe(403);
    expect(await widget.counts()).toEqual([[shop, 1]]);
    clock.aheadMs += limits.noteMs + 1_000;
    expect(await widget.show(shop)).toBe(403);
    expect(await widget.counts()).toEqual([
      [shop, 3],
      ['http://blog.example:8080', 1],
    ]);
    expect((await widget.allow(shop)).status).toBe(200);
    expect(await widget.counts()).toEqual([['http://blog.example:8080', 1]]);
    // So often a function asks whether what refuses has been changed.
    clock.aheadMs += limits.lookAgainMs + 1_000;
    expect(await widget.show(shop)).toBe(200);
  });

  it('is counted where it reads a conversation of another site', async () => {
    const widget = await makeWidget();
    const session = randomUUID();
    const { conversationId } = await (await widget.write('https://ours.example', session)).json();
    const read = await fetch(`${shared.api.url}/v1/webchat/conversations/${conversationId}/messages?wait=0`, {
      headers: { 'x-tenant-id': 'acme', 'x-session-id': session, origin: 'https://frame.example' },
    });
    expect(read.status).toBe(403);
    expect(await widget.counts()).toEqual([['https://frame.example', 1]]);
  });

  it.each([
    ['no origin', 'null'],
    ['no address', 'shop.example'],
    ['a wildcard', 'https://*.shop.example'],
    ['an address with a path', 'https://shop.example/path'],
    ['an address of IPv6', 'http://[::1]:8080'],
    ['markup', 'https://<b>shop</b>.example'],
    ['an extension of a browser', 'chrome-extension://abcdefgh'],
    ['longer than any host', `https://${'a'.repeat(260)}.example`],
  ])('is not kept when it is %s', async (_what, origin) => {
    const widget = await makeWidget();
    expect(await widget.show(origin)).toBe(403);
    expect(await widget.stored()).toBeUndefined();
    expect(await widget.counts()).toEqual([]);
  });

  it('is found among many invented ones, which cost one write a minute and a list that does not grow', async () => {
    const widget = await makeWidget();
    const shop = 'https://shop.example';
    for (let n = 0; n < 5; n += 1) await widget.show(shop);
    for (let minute = 0; minute < 4; minute += 1) {
      clock.aheadMs += limits.noteMs + 1_000;
      for (let n = 0; n < 40; n += 1) await widget.show(`https://made-up-${minute}-${n}.example`);
    }
    const item = await widget.stored();
    expect([item?.revision, Array.isArray(item?.origins) && item.origins.length]).toEqual([5, 20]);
    expect(await widget.counts()).toContainEqual([shop, 5]);
  });
});

it('nothing is stored of a widget that refuses no site', async () => {
  const widget = await makeWidget();
  expect((await widget.write('https://ours.example')).status).toBe(200);
  expect(await widget.stored()).toBeUndefined();
});
