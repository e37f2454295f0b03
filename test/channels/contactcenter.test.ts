import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WebhookRequest } from '../../src/channels/channel.ts';
import { contactcenter } from '../../src/channels/contactcenter/channel.ts';
import { canonicalMessage } from '../../src/contract/canonical-message.ts';
import type { GuessedAccount } from '../../src/ports/users.ts';
import { accountsOf, context, knownAccount, noGuesses } from './support/accounts.ts';
import { webhook } from './support/webhook.ts';

const networks = ['192.0.2.0/24', '2001:db8::/32'];
const account = (username: string, allowed_networks?: string[]) => ({
  account: { username, ...(allowed_networks && { allowed_networks }) },
});
const acme = knownAccount(
  'acme',
  'contactcenter',
  { password: ['new', 'old'] },
  account('acme-cc', networks),
);
const accounts = accountsOf([
  acme,
  knownAccount('open', 'contactcenter', { password: ['pw'] }, account('open')),
  knownAccount(
    'closed',
    'contactcenter',
    { password: ['pw'] },
    { ...account('closed', networks), status: 'suspended' },
  ),
]);
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const verify = (request: WebhookRequest) =>
  contactcenter.verify(request, { accounts, guesses: noGuesses, nowMs: Date.now });
const body = { id: 'm1', channel: { from: { id: 'u1' } }, type: 'Text', text: 'hi' };

describe('a webhook call of the contact center', () => {
  it.each([
    ['from an IPv4 network', 'acme-cc:new', '192.0.2.200'],
    ['from an IPv6 network', 'acme-cc:new', '2001:db8:1::9'],
    ['from a mapped address', 'acme-cc:new', '::ffff:192.0.2.1'],
    ['with the previous password', 'acme-cc:old', '192.0.2.200'],
  ])('is accepted %s', async (_, credentials, address) => {
    const { parts } = await verify(webhook(body, basic(credentials), address));
    expect(parts.map(({ known }) => known.tenant.id)).toEqual(['acme']);
  });

  it.each([
    ['no credentials', {}],
    ['a wrong password', basic('acme-cc:guess')],
    ['an empty password', basic('acme-cc:')],
    ['a bearer token', { authorization: 'Bearer new' }],
  ])('is refused for %s, with a challenge', async (_, headers) => {
    await expect(verify(webhook(body, headers, '192.0.2.200'))).rejects.toThrow(
      expect.objectContaining({
        name: 'InvalidCredentialsError',
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="webhooks", charset="UTF-8"' },
      }),
    );
  });

  it('is forbidden from another address, whatever a header claims', async () => {
    const headers = { ...basic('acme-cc:new'), 'x-forwarded-for': '192.0.2.1' };
    await expect(verify(webhook(body, headers, '203.0.113.1'))).rejects.toThrow(
      expect.objectContaining({ name: 'AddressNotAllowedError', code: 'address_not_allowed', status: 403 }),
    );
  });

  it('is forbidden from everywhere when its account lists no network', async () => {
    await expect(verify(webhook(body, basic('open:pw')))).rejects.toThrow(
      expect.objectContaining({ name: 'AddressNotAllowedError', status: 403 }),
    );
  });

  it('from another address is answered alike, right password, wrong one or no such user', async () => {
    const answers = ['acme-cc:new', 'acme-cc:guess', 'nobody:new', 'closed:pw'].map((credentials) =>
      verify(webhook(body, basic(credentials), '203.0.113.1')).catch(
        ({ status, code, message, headers }) => ({
          status,
          code,
          message,
          headers,
        }),
      ),
    );
    const [first, ...others] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 403, code: 'address_not_allowed' });
    for (const other of others) expect(other).toEqual(first);
  });

  it('waits after wrong passwords, its own network only, and its password is not checked meanwhile', async () => {
    const guessed: string[] = [];
    const guesses = {
      waitMs: async ({ network }: GuessedAccount) =>
        guessed.filter((from) => from === network).length > 1 ? 1_500 : 0,
      note: async ({ network }: GuessedAccount) => void guessed.push(network),
    };
    const call = (credentials: string, address: string) =>
      contactcenter.verify(webhook(body, basic(credentials), address), {
        accounts,
        guesses,
        nowMs: Date.now,
      });
    const guess = (address: string) => call('acme-cc:guess', address);
    await expect(guess('2001:db8:1::1')).rejects.toMatchObject({ status: 401 });
    await expect(guess('2001:db8:1::2')).rejects.toMatchObject({ status: 401 });
    for (const credentials of ['acme-cc:guess', 'acme-cc:new'])
      await expect(call(credentials, '2001:db8:1::3')).rejects.toMatchObject({
        status: 429,
        headers: { 'retry-after': '2' },
      });
    await expect(call('acme-cc:new', '2001:db8:2::1')).resolves.toMatchObject({ dropped: 0 });
    expect(guessed).toEqual(['2001:db8:1::', '2001:db8:1::']);
  });

  it.each([
    [{ id: 'm' }, ['channel', 'type']],
    [{ message: 'hi' }, ['channel', 'id', 'type']],
    [{ ...body, channel: { from: { id: 7 } } }, ['channel.from.id']],
    [{ ...body, channel: { time: 'now' } }, ['channel.from']],
    [[], ['']],
  ])('of another shape (%j) is refused with a reason', async (given, paths) => {
    const refusal = await verify(webhook(given, basic('acme-cc:new'))).catch((error) => error);
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_body' });
    expect(refusal.errors.map(({ path }: { path: string }) => path).sort()).toEqual(paths);
  });

  it('of a suspended tenant is not found', async () => {
    await expect(verify(webhook(body, basic('closed:pw')))).rejects.toThrow(
      expect.objectContaining({ name: 'TenantNotFoundError', status: 404 }),
    );
  });
});

const folder = join(import.meta.dirname, 'payloads/contactcenter');
const cases = readdirSync(folder).map((file) => {
  const { title, body: payload, items } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return { title, payload, items };
});

describe('a body of the contact center', () => {
  it.each(cases)('becomes canonical: $title', ({ payload, items }) => {
    const told = contactcenter.normalize({ known: acme, payload }, context);
    expect(
      told.map((item) => (item.kind === 'message' ? { ...item, message: own(item.message) } : item)),
    ).toEqual(items);
  });

  it('of any content is stored as the contract allows', () => {
    const content = fc.array(
      fc.record({
        contentType: fc.constantFrom('Text', 'Attachment', 'Location', 'QuickReply', 'Reaction', 'X'),
        text: fc.jsonValue(),
        attachment: fc.jsonValue(),
        location: fc.jsonValue(),
      }),
    );
    fc.assert(
      fc.property(content, (elements) => {
        const payload = { ...body, type: 'Structured', content: elements };
        const [item] = contactcenter.normalize({ known: acme, payload }, context);
        expect(item?.kind === 'message' && canonicalMessage.safeParse(item.message).success).toBe(true);
      }),
    );
  });

  it.each([
    { channel: { from: { id: 'u1', phone: 4_915_112_345, email: {}, firstName: '' }, time: 1_760_000_000 } },
    { channel: { from: { id: 'u1' }, messageId: '' }, direction: 7, content: {}, events: 'none' },
  ])('with a malformed field beside what its user wrote brings that in: %j', (fields) => {
    const payload = { ...body, ...fields };
    expect(contactcenter.normalize({ known: acme, payload }, context)).toMatchObject([
      { kind: 'message', message: { text: 'hi', user: { id: 'u1' } } },
    ]);
  });

  it.each([[null], [[]], [{ id: 7 }], [{ id: 'm', type: 'Text' }]])(
    '%j is counted as malformed',
    (payload) => {
      expect(contactcenter.normalize({ known: acme, payload }, context)).toEqual([
        { kind: 'ignored', type: 'malformed_message' },
      ]);
    },
  );
});

/** What the files tell of a message: all but what is the same in each. */
function own(message: Record<string, unknown>): object {
  const { tenantId, channel, receivedAt, correlationId, ...rest } = message;
  expect([tenantId, channel, receivedAt, correlationId]).toEqual([
    'acme',
    'contactcenter',
    context.receivedAt,
    'correlation',
  ]);
  return rest;
}
