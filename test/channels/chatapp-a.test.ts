import { describe, expect, it, vi } from 'vitest';
import type { WebhookRequest } from '../../src/channels/channel.ts';
import { chatappACloud } from '../../src/channels/chatapp-a-cloud/channel.ts';
import { subscribe } from '../../src/channels/chatapp-a-cloud/verify.ts';
import { webhookChannels } from '../../src/contract/channels.ts';
import { requestOf } from '../../src/http/request.ts';
import { httpEvent } from '../support/http-event.ts';
import { accountsOf, context, knownAccount, noGuesses } from './support/accounts.ts';
import { cloudApiBody, textMessage } from './support/cloud-api-body.ts';
import { signed, webhook } from './support/webhook.ts';

const number = (phone_number_id: string) => ({ account: { phone_number_id } });
const accounts = accountsOf([
  knownAccount('acme', 'chatapp', { app_secret: ['acme-new', 'acme-old'] }, number('111')),
  knownAccount('acme', 'chatapp', { app_secret: ['acme-new'] }, number('112')),
  knownAccount('globex', 'chatapp', { app_secret: ['globex-secret'] }, number('222')),
  knownAccount(
    'closed',
    'chatapp',
    { app_secret: ['closed-secret'] },
    { ...number('333'), status: 'suspended' },
  ),
  knownAccount('closed', 'chatapp', { app_secret: ['acme-new'] }, { ...number('334'), status: 'suspended' }),
  knownAccount('blank', 'chatapp', { app_secret: [''] }, number('444')),
  knownAccount('bare', 'chatapp', {}, number('555')),
]);

const body = cloudApiBody({ '111': { messages: [textMessage('1', 'hi')] } });
const header = (given: unknown, secret = 'acme-new') => signed(given, secret)['x-hub-signature-256'] ?? '';
const verify = (request: WebhookRequest) =>
  chatappACloud.verify(request, { accounts, guesses: noGuesses, nowMs: Date.now });

const accountUpdate = (id: string) => ({
  object: 'whatsapp_business_account',
  entry: [{ id, time: 1, changes: [{ field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } }] }],
});

/** Tenant and message ids of what a body is taken as. */
async function taken(request: WebhookRequest): Promise<string[]> {
  const { parts } = await verify(request);
  return parts
    .flatMap((part) => chatappACloud.normalize(part, context))
    .map((item) =>
      item.kind === 'message' ? `${item.message.tenantId} ${item.message.messageId}` : item.kind,
    );
}

describe('a webhook call of the first chat application', () => {
  it('is accepted when the secret of its number signs it, the current one or the previous', async () => {
    await expect(taken(webhook(body, signed(body, 'acme-new')))).resolves.toEqual(['acme wamid.1']);
    await expect(taken(webhook(body, signed(body, 'acme-old')))).resolves.toEqual(['acme wamid.1']);
  });

  it.each([
    ['odd whitespace', JSON.stringify(body, null, 7).replaceAll('\n', '\r\n\t ')],
    ['unicode escapes', JSON.stringify(body).replace('hi', '\\u0068\\ud83d\\ude00')],
    ['escaped slashes', JSON.stringify(body).replace('hi', 'a\\/b')],
    ['a byte order mark', `\ufeff${JSON.stringify(body)}`],
    ['half a surrogate pair and NUL', JSON.stringify(body).replace('hi', '\\ud83d\\u0000')],
  ])('is accepted with %s in its bytes', async (_, text) => {
    await expect(taken(webhook(text, signed(text, 'acme-new')))).resolves.toEqual(['acme wamid.1']);
  });

  it('is accepted when API Gateway delivers its body in base64', async () => {
    const text = JSON.stringify(cloudApiBody({ '111': { messages: [textMessage('1', 'grüße 👋')] } }));
    const event = httpEvent('POST', webhookChannels.chatapp.path, { headers: signed(text, 'acme-new') });
    const encoded = { ...event, body: Buffer.from(text).toString('base64'), isBase64Encoded: true };
    await expect(taken(requestOf(encoded))).resolves.toEqual(['acme wamid.1']);
  });

  it.each([
    ['no signature', undefined],
    ['a malformed one', 'sha256=abc'],
    ["a stranger's", header(body, 'a guess')],
  ])('is not parsed for a sender of %s', async (_, signature) => {
    const request = webhook(body, { 'x-hub-signature-256': signature });
    const parse = vi.spyOn(JSON, 'parse');
    await expect(verify(request)).rejects.toMatchObject({ code: 'invalid_signature' });
    expect(parse).not.toHaveBeenCalled();
  });

  it('is hashed once for each secret, however many numbers it names, and looked up for few when it is large', async () => {
    const numbers = Array.from({ length: 20 }, (_, n) => [`9${n}`, { messages: [textMessage('1', 'x')] }]);
    const large = JSON.stringify({
      ...cloudApiBody(Object.fromEntries(numbers)),
      pad: 'x'.repeat(3_900_000),
    });
    const find = vi.spyOn(accounts, 'find');
    await expect(verify(webhook(large, signed(large, 'a guess')))).rejects.toMatchObject({ status: 401 });
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('is parsed once, and its values are checked one by one only when they need repair', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const wellFormed = vi.spyOn(String.prototype, 'toWellFormed');
    const emoji = JSON.stringify(body).replace('hi', '\\ud83d\\ude00');
    await verify(webhook(emoji, signed(emoji, 'acme-new')));
    expect(parse).toHaveBeenCalledTimes(1);
    expect(parse.mock.lastCall).toHaveLength(1);
    expect(wellFormed).not.toHaveBeenCalled();
  });

  const text = JSON.stringify(body);
  it.each([
    ['a tampered body', text.replace('"hi"', '"hj"'), header(text)],
    ['a re-serialised body', text, header(JSON.stringify(body, null, 2))],
    ['an upper-case digest', text, header(text).toUpperCase().replace('SHA256', 'sha256')],
    ['another algorithm', text, header(text).replace('sha256', 'sha1')],
    ['an upper-case algorithm', text, header(text).replace('sha256', 'SHA256')],
    ['a digest without its algorithm', text, header(text).replace('sha256=', '')],
    ['no header', text, undefined],
    ["another tenant's signature", text, header(text, 'globex-secret')],
    ['a number that nobody has', text.replace('"111"', '"999"'), header(text.replace('"111"', '"999"'))],
    ['an empty secret', text.replace('"111"', '"444"'), header(text.replace('"111"', '"444"'), '')],
    ['no secret at all', text.replace('"111"', '"555"'), header(text.replace('"111"', '"555"'), '')],
    ['no number in the body and a guess', '{"entry":[]}', header('{"entry":[]}', 'a guess')],
    ['a body that is no object and a guess', '[]', header('[]', 'a guess')],
  ])('is refused for %s', async (_, given, signature) => {
    const request = webhook(given, { 'x-hub-signature-256': signature });
    await expect(verify(request)).rejects.toThrow(
      expect.objectContaining({ name: 'InvalidSignatureError', code: 'invalid_signature', status: 401 }),
    );
  });

  it('is refused as malformed when it is not JSON', async () => {
    await expect(verify(webhook('{"entry":', signed('{"entry":', 'acme-new')))).rejects.toThrow(
      expect.objectContaining({ code: 'invalid_body', status: 400 }),
    );
  });

  it("delivers no other tenant's messages, whoever signs it", async () => {
    const mixed = cloudApiBody({
      '111': { messages: [textMessage('A1', 'hi')] },
      '222': { messages: [textMessage('G1', 'hi')] },
      '112': { messages: [textMessage('A2', 'hi')] },
      '999': { messages: [textMessage('X', 'hi')] },
    });
    await expect(taken(webhook(mixed, signed(mixed, 'acme-new')))).resolves.toEqual([
      'acme wamid.A1',
      'acme wamid.A2',
    ]);
    await expect(taken(webhook(mixed, signed(mixed, 'globex-secret')))).resolves.toEqual(['globex wamid.G1']);
    await expect(verify(webhook(mixed, signed(mixed, 'acme-new')))).resolves.toMatchObject({ dropped: 2 });
    const broken = { ...mixed, entry: [mixed.entry, null, { id: '1' }].flat() };
    await expect(verify(webhook(broken, signed(broken, 'acme-new')))).resolves.toMatchObject({ dropped: 4 });
  });

  it('keeps the changes of several entries of one number together, in order', async () => {
    const [first, second] = ['1', '2'].map((id) =>
      cloudApiBody({ '111': { messages: [textMessage(id, 'hi')] } }),
    );
    const two = { object: 'whatsapp_business_account', entry: [first?.entry, second?.entry].flat() };
    await expect(taken(webhook(two, signed(two, 'acme-new')))).resolves.toEqual([
      'acme wamid.1',
      'acme wamid.2',
    ]);
  });

  it('of a suspended tenant is not found, and does not delay an active one', async () => {
    const closed = cloudApiBody({ '333': { messages: [textMessage('C', 'hi')] } });
    await expect(verify(webhook(closed, signed(closed, 'closed-secret')))).rejects.toThrow(
      expect.objectContaining({ name: 'TenantNotFoundError', status: 404 }),
    );
    await expect(verify(webhook(closed, signed(closed, 'guess')))).rejects.toThrow(
      expect.objectContaining({ name: 'InvalidSignatureError', status: 401 }),
    );
    const shared = cloudApiBody({
      '334': { messages: [textMessage('C', 'hi')] },
      '111': { messages: [textMessage('A', 'hi')] },
    });
    await expect(taken(webhook(shared, signed(shared, 'acme-new')))).resolves.toEqual(['acme wamid.A']);
  });

  it.each([
    ['no entry', { entry: [] }, 'empty_body'],
    ['an update of the account', accountUpdate('102290129340398'), 'field_account_update'],
    ['nothing known', { hello: 'world' }, 'empty_body'],
  ])(
    'that names no number but %s is accepted and counted, whichever account signs it',
    async (_, given, type) => {
      for (const secret of ['acme-new', 'globex-secret']) {
        const { parts } = await verify(webhook(given, signed(given, secret)));
        expect(parts.flatMap((part) => chatappACloud.normalize(part, context))).toEqual([
          { kind: 'ignored', type },
        ]);
      }
      await expect(verify(webhook(given, signed(given, 'a guess')))).rejects.toMatchObject({ status: 401 });
    },
  );

  it('that names no number is accepted by the business account that it names', async () => {
    const secrets = { app_secret: ['business-secret'] };
    const known = knownAccount('acme', 'chatapp', secrets, {
      account: { phone_number_id: '1', waba_id: '77' },
    });
    const directory = accountsOf([known]);
    const deliver = (id: string) => {
      const given = accountUpdate(id);
      return chatappACloud.verify(webhook(given, signed(given, 'business-secret')), {
        accounts: directory,
        guesses: noGuesses,
        nowMs: Date.now,
      });
    };
    await expect(deliver('77')).resolves.toMatchObject({ parts: [{ known }], dropped: 0 });
    await expect(deliver('78')).rejects.toMatchObject({ status: 401 });
  });

  it('is accepted by its number alone, though it names an unknown business account', async () => {
    const known = knownAccount(
      'acme',
      'chatapp',
      { app_secret: ['secret'] },
      {
        account: { phone_number_id: '1', waba_id: '77' },
      },
    );
    const given = cloudApiBody({ '1': { messages: [textMessage('1', 'hi')] } });
    const directory = accountsOf([known]);
    const verified = chatappACloud.verify(webhook(given, signed(given, 'secret')), {
      ...{ accounts: directory, guesses: noGuesses, nowMs: Date.now },
    });
    await expect(verified).resolves.toMatchObject({ parts: [{ known }] });
  });

  it('that names no number is checked with at most 25 secrets', async () => {
    const of = (waba_id: string, secret: string) =>
      knownAccount('acme', 'chatapp', { app_secret: [secret] }, { account: { waba_id } });
    const directory = accountsOf([...Array.from({ length: 25 }, () => of('71', 'early')), of('72', 'late')]);
    const given = { entry: [accountUpdate('71').entry, accountUpdate('72').entry].flat() };
    const deliver = (secret: string) =>
      chatappACloud.verify(webhook(given, signed(given, secret)), {
        ...{ accounts: directory, guesses: noGuesses, nowMs: Date.now },
      });
    await expect(deliver('early')).resolves.toMatchObject({ parts: [{}] });
    await expect(deliver('late')).rejects.toMatchObject({ code: 'invalid_signature' });
  });

  it('of many numbers is looked up for a thousand of them', async () => {
    const values = Object.fromEntries(Array.from({ length: 1_100 }, (_, n) => [`9${n}`, {}]));
    const given = cloudApiBody({ '111': {}, ...values });
    const find = vi.spyOn(accounts, 'find');
    await expect(verify(webhook(given, signed(given, 'acme-new')))).resolves.toMatchObject({ parts: [{}] });
    // Those that may have signed it are looked up before.
    expect(find).toHaveBeenCalledTimes(1_025);
  });

  it('that names no number delivers no message', async () => {
    const given = {
      entry: [{ id: '1', changes: [{ field: 'messages', value: { messages: [textMessage('1', 'hi')] } }] }],
    };
    await expect(taken(webhook(given, signed(given, 'acme-new')))).resolves.toEqual(['ignored']);
  });

  it('is accepted though more numbers than are looked up at once come before its own, all unknown', async () => {
    const strangers = Array.from({ length: 60 }, (_, n) => `9${n}`);
    const entry = [...strangers, '111'].flatMap(
      (number) => cloudApiBody({ [number]: { messages: [textMessage(number, 'hi')] } }).entry,
    );
    const given = { object: 'whatsapp_business_account', entry };
    await expect(taken(webhook(given, signed(given, 'acme-new')))).resolves.toEqual(['acme wamid.111']);
  });

  it('can not make the gateway look up thousands of numbers', async () => {
    const values = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`9${n}`, {}]));
    const strangers = accountsOf([]);
    const request = webhook(cloudApiBody(values), signed(cloudApiBody(values), 'guess'));
    await expect(
      chatappACloud.verify(request, { accounts: strangers, guesses: noGuesses, nowMs: Date.now }),
    ).rejects.toThrow(expect.objectContaining({ code: 'invalid_signature' }));
    const [numbers, businesses] = [/^\d/, /^business/].map((kind) =>
      strangers.asked.filter((name) => kind.test(name)),
    );
    expect(numbers?.length).toBeLessThanOrEqual(25);
    expect(businesses?.length).toBeLessThanOrEqual(6);
  });
});

describe('the subscription handshake', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'token', 'hub.challenge': '1158201444' };

  it('is answered with the challenge', () => {
    expect(subscribe(query, ['new', 'token'])).toBe('1158201444');
  });

  it.each([
    ['another token', { ...query, 'hub.verify_token': 'guess' }, ['token']],
    ['no token', { ...query, 'hub.verify_token': undefined }, ['token']],
    ['an empty token', { ...query, 'hub.verify_token': '' }, ['', 'token']],
    ['any token when none is set', query, []],
    ['another mode', { ...query, 'hub.mode': 'unsubscribe' }, ['token']],
    ['no challenge', { ...query, 'hub.challenge': undefined }, ['token']],
    ['markup for a challenge', { ...query, 'hub.challenge': '<script>' }, ['token']],
  ])('is refused for %s', (_, given, tokens) => {
    expect(subscribe(given, tokens)).toBeNull();
  });
});
