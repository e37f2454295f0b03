import { describe, expect, it } from 'vitest';
import type { WebhookRequest } from '../../src/channels/channel.ts';
import { chatappB } from '../../src/channels/chatapp-b/channel.ts';
import { apiKeyHash } from '../../src/channels/checks/credentials.ts';
import { accountsOf, context, knownAccount, noGuesses } from './support/accounts.ts';
import { cloudApiBody, textMessage } from './support/cloud-api-body.ts';
import { signed, webhook } from './support/webhook.ts';

const accounts = accountsOf([
  knownAccount('acme', 'chatapp-360', { api_key: ['acme-key'] }),
  knownAccount(
    'globex',
    'chatapp-360',
    { api_key: ['globex-key'], hmac_secret: ['globex-hmac'] },
    { account: { secrets: { api_key: 'k', hmac_secret: 'h' } } },
  ),
  knownAccount(
    'initech',
    'chatapp-360',
    { api_key: ['initech-key'], hmac_secret: [] },
    { account: { secrets: { api_key: 'k', hmac_secret: 'missing' } } },
  ),
  knownAccount('closed', 'chatapp-360', { api_key: ['closed-key'] }, { status: 'suspended' }),
]);
const verify = (request: WebhookRequest) =>
  chatappB.verify(request, { accounts, guesses: noGuesses, nowMs: Date.now });
const body = cloudApiBody({ '111': { messages: [textMessage('1', 'hi')] } });
const key = (name: string) => ({ 'd360-api-key': name });

async function taken(request: WebhookRequest): Promise<string[]> {
  const { parts } = await verify(request);
  return parts
    .flatMap((part) => chatappB.normalize(part, context))
    .map((item) =>
      item.kind === 'message'
        ? `${item.message.tenantId} ${item.message.channel} ${item.message.text}`
        : item.kind,
    );
}

describe('a webhook call of the second chat application', () => {
  it('is accepted with the key of its account', async () => {
    await expect(taken(webhook(body, key('acme-key')))).resolves.toEqual(['acme chatapp-360 hi']);
  });

  it('is accepted in the older shape too', async () => {
    const onPremise = {
      contacts: [{ profile: { name: 'Ada' }, wa_id: '16315551181' }],
      messages: [textMessage('1', 'one'), textMessage('2', 'two')],
      statuses: [{ id: 'gBGG', status: 'read', timestamp: '1767225600', recipient_id: '16315551181' }],
    };
    await expect(taken(webhook(onPremise, key('acme-key')))).resolves.toEqual([
      'acme chatapp-360 one',
      'acme chatapp-360 two',
      'status',
    ]);
  });

  it.each([
    ['no key', {}],
    ['an empty key', key('')],
    ['a key that nobody has', key('guess')],
    ['two keys', key('acme-key,acme-key')],
    ['the hash of a key', key(apiKeyHash('acme-key'))],
  ])('is refused for %s', async (_, headers) => {
    await expect(verify(webhook(body, headers))).rejects.toThrow(
      expect.objectContaining({ name: 'InvalidCredentialsError', code: 'invalid_credentials', status: 401 }),
    );
  });

  it('needs a signature as well once its account names a secret for it', async () => {
    const right = { ...key('globex-key'), ...signed(body, 'globex-hmac') };
    await expect(taken(webhook(body, right))).resolves.toEqual(['globex chatapp-360 hi']);
    for (const headers of [key('globex-key'), { ...key('globex-key'), ...signed(body, 'other') }]) {
      await expect(verify(webhook(body, headers))).rejects.toThrow(
        expect.objectContaining({ name: 'InvalidSignatureError', status: 401 }),
      );
    }
  });

  it('is refused when the secret that its account names is missing', async () => {
    const headers = { ...key('initech-key'), ...signed(body, '') };
    await expect(verify(webhook(body, headers))).rejects.toThrow(
      expect.objectContaining({ name: 'InvalidSignatureError', status: 401 }),
    );
  });

  it('of a suspended tenant is not found', async () => {
    await expect(verify(webhook(body, key('closed-key')))).rejects.toThrow(
      expect.objectContaining({ name: 'TenantNotFoundError', status: 404 }),
    );
  });

  it('is refused as malformed when it is not JSON, and counted as ignored when it holds nothing', async () => {
    await expect(verify(webhook('{', key('acme-key')))).rejects.toThrow(
      expect.objectContaining({ code: 'invalid_body', status: 400 }),
    );
    await expect(taken(webhook('{"hello":true}', key('acme-key')))).resolves.toEqual(['ignored']);
  });
});
