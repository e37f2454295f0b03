import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../src/local/simulator/start-simulator.ts';
import { pdf, png, sendForm } from '../../support/files.ts';
import { type AdminApi, startAdminApi } from '../../support/start-admin-api.ts';

let api: AdminApi;
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
  api = await startAdminApi({ providerUrl: simulator.url });
  simulator.connect(api);
});
afterAll(async () => {
  await api.stop();
  await simulator.stop();
});

const whatsapp = '/channels/chatapp/whatsapp/templates';
const of = (account: string) => {
  const found = simulator.accounts().find(({ key }) => key === account);
  if (!found) throw new Error(`there is no ${account}`);
  return found.templates;
};

describe('the templates of an account', () => {
  it.each([
    ['WhatsApp', whatsapp],
    ['360dialog', '/channels/chatapp-360/whatsapp-360/templates'],
  ])('are those that %s has approved, with their placeholders', async (_, path) => {
    const { status, body } = await api.as('editor')('GET', `${path}?sendable=1`);
    expect(status).toBe(200);
    expect(
      body.items.map(({ name, language }: { name: string; language: string }) => [name, language]),
    ).toEqual([
      ['appointment', 'en'],
      ['go_on', 'en'],
      ['invoice', 'en'],
      ['order_update', 'de'],
      ['order_update', 'en'],
    ]);
    expect(body.items.at(-1)).toEqual({
      name: 'order_update',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      parameters: 'named',
      header: { kind: 'text', text: 'Order {{order}}', placeholders: ['order'] },
      body: { text: 'Hello {{name}}, your order {{order}} has left.', placeholders: ['name', 'order'] },
      footer: 'Answer to talk to us.',
      buttons: [{ kind: 'url', text: 'Track it', url: 'https://shop.example/t/{{1}}', placeholder: true }],
      unsendable: null,
    });
    expect(body).toMatchObject({ cursor: null, trouble: null, readAt: expect.any(String) });
  });

  it("are read in pages, found by a part of their name, and say why they can't be sent", async () => {
    const first = await api.as('editor')('GET', `${whatsapp}?limit=6`);
    const next = await api.as('editor')('GET', `${whatsapp}?limit=6&cursor=${first.body.cursor}`);
    const all = [...first.body.items, ...next.body.items];
    expect(all).toHaveLength(7);
    expect(next.body.cursor).toBeNull();
    const unsendable = all.filter((one) => one.unsendable !== null);
    expect(unsendable.map((one) => [one.name, one.unsendable])).toEqual([
      ['sign_in_code', 'authentication'],
      ['summer_sale', 'status'],
    ]);
    const found = await api.as('editor')('GET', `${whatsapp}?search=INVO`);
    expect(found.body.items.map(({ name }: { name: string }) => name)).toEqual(['invoice']);
  });

  it('are cached, and read again on request', async () => {
    await api.as('editor')('GET', whatsapp);
    const [first] = of('acme/whatsapp');
    if (!first) throw new Error('there is no template');
    first.status = 'PAUSED';
    const status = async (query: string) =>
      (await api.as('editor')('GET', `${whatsapp}?search=order_update${query}`)).body.items.find(
        ({ language }: { language: string }) => language === first.language,
      ).status;
    expect(await status('')).toBe('APPROVED');
    expect(await status('&renew=1')).toBe('PAUSED');
    first.status = 'APPROVED';
  });

  it('are the cached ones while the provider is unavailable, with the reason', async () => {
    await api.as('editor')('GET', whatsapp);
    simulator.setHostility({ refusedConnections: 1 });
    const { status, body } = await api.as('editor')('GET', `${whatsapp}?renew=1`);
    simulator.setHostility({ refusedConnections: 0 });
    expect(status).toBe(200);
    expect(body.items).toHaveLength(7);
    expect(body.trouble).toBe('not_connected');
    expect((await api.as('editor')('GET', `${whatsapp}?renew=1`)).body.trouble).toBeNull();
  });

  it('do not exist for a contact center, which can always write', async () => {
    const { body } = await api.as('editor')('GET', '/channels/contactcenter/contact-center/templates');
    expect(body.items).toEqual([]);
  });

  it.each([
    ['/channels/chatapp/nobody/templates', 404, 'channel_not_found'],
    ['/channels/telegram/whatsapp/templates', 404, 'channel_not_found'],
    [`${whatsapp}?sendable=yes`, 400, 'invalid_parameter'],
    [`${whatsapp}?cursor=none`, 400, 'invalid_parameter'],
  ])('%s is %i', async (path, status, code) => {
    const answer = await api.as('editor')('GET', path);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("of an account whose templates were never read, and can't be, are unavailable", async () => {
    const path = '/channels/chatapp/silent';
    const body = { id: 'silent', channel: 'chatapp', flow: 'support', phone_number_id: '4915100000077' };
    const made = await api.as('admin')('PUT', path, { body, headers: { 'if-none-match': '*' } });
    expect([made.status, made.body.detail]).toEqual([200, undefined]);
    const asked = await api.as('editor')('GET', `${path}/templates`);
    expect([asked.status, asked.body.code]).toEqual([409, 'templates_unavailable']);
  });

  it('of another tenant are not found', async () => {
    const { status } = await api.as('super-admin')('GET', '/channels/chatapp-360/whatsapp-360/templates', {
      headers: { 'x-tenant-id': 'globex' },
    });
    expect(status).toBe(404);
  });

  it('of an account without its business account say what is missing', async () => {
    const path = '/channels/chatapp/whatsapp';
    const { body, etag } = await api.as('admin')('GET', path);
    const { waba_id: _, secrets: __, ...content } = body.settings ?? body.content ?? body.account ?? body;
    expect(content.channel).toBe('chatapp');
    const saved = await api.as('admin')('PUT', path, { body: content, headers: { 'if-match': etag } });
    expect(saved.status).toBe(200);
    const answer = await api.as('editor')('GET', `${whatsapp}?renew=1`);
    // What was told before is still told.
    expect([answer.status, answer.body.trouble]).toEqual([200, 'account_incomplete']);
  });
});

describe('the file in the header of a template', () => {
  it('is an upload of its sender: of its type, with a URL signed for the provider', async () => {
    const from = '4915100000042';
    expect((await simulator.say('acme/whatsapp', from, 'agent')).status).toBe(200);
    await api.drain();
    const of = api.bus.events.find(
      ({ detail }) => (detail.data as { user?: { id?: string } }).user?.id === from,
    );
    const path = `/conversations/${of?.detail.conversationId}/handoff`;
    const post = (what: string, body: object, headers: object = {}) =>
      api.as('editor')('POST', `${path}/${what}`, {
        body,
        headers: { 'idempotency-key': randomUUID(), ...headers },
      });
    const { etag } = await post('take', { takeOver: true });
    const upload = async (filename: string, mimeType: string, bytes: Uint8Array) => {
      const { body } = await post('files', { filename, mimeType, sizeBytes: bytes.length });
      await sendForm(body.upload, bytes);
      await api.drain();
      return String(body.fileId);
    };
    const send = (header: object) =>
      post(
        'reply',
        { template: { name: 'invoice', language: 'en', header, body: ['17'] } },
        { 'if-match': etag },
      );
    const fileId = await upload('Invoice.pdf', 'application/pdf', pdf);
    const picture = await upload('cat.png', 'image/png', png);
    const faultOf = async (header: object) => {
      const { status, body } = await send(header);
      return [status, body.errors?.[0]?.path ?? body.code, body.errors?.[0]?.message];
    };
    expect(await faultOf({ fileId: picture })).toEqual([
      422,
      'template.header.fileId',
      'its header is of kind document, and the file is of kind image',
    ]);
    expect((await faultOf({ fileId, link: 'https://shop.example/i.pdf' }))[1]).toBe('template.header.fileId');
    expect((await faultOf({ fileId: 'F'.repeat(22) })).slice(0, 2)).toEqual([404, 'file_not_found']);
    const linked = await send({ link: 'https://shop.example/i.pdf', filename: 'Bill.pdf' });
    expect([linked.status, linked.body.message.attachments]).toMatchObject([
      201,
      [{ type: 'document', url: 'https://shop.example/i.pdf', filename: 'Bill.pdf' }],
    ]);
    const said = await send({ fileId });
    expect([said.status, said.body.message]).toMatchObject([
      201,
      {
        text: 'Here is your invoice 17.',
        attachments: [{ type: 'document', fileId, filename: 'Invoice.pdf' }],
      },
    ]);
    await api.drain();
    const body = simulator.sent(from).at(-1)?.body as
      | { template?: { components: readonly object[] } }
      | undefined;
    const document = { link: expect.stringMatching(/^http.*X-Amz-Signature=/), filename: 'Invoice.pdf' };
    expect(body?.template?.components).toContainEqual({
      type: 'header',
      parameters: [{ type: 'document', document }],
    });
  });
});
