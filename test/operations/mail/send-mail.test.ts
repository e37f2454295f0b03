import { expect, it } from 'vitest';
import { type MailPorts, sendMailTask } from '../../../src/operations/mail/send-mail.ts';
import type { Mail } from '../../../src/ports/mails.ts';

it("links to the pages of a tenant whose ID has characters that mean something else in a URL's query", async () => {
  const tenantId = 'acme+sons=1';
  const token = `secret.${tenantId}`;
  const mail = {
    ...{ email: 'ada@example.com', language: 'en', askedAtMs: 0 },
    ...{ page: 'https://acme.example/', api: 'https://api.example' },
  };
  const sent: Mail[] = [];
  const ports = {
    mailer: { send: async (each: Mail) => void sent.push(each) },
    mails: {
      addressOf: () => ({}),
      findAddress: async () => ({}),
      changeAddress: async () => true,
      createLink: async () => token,
      take: async () => true,
    },
    conversations: { find: async () => ({ sessionId: 'ada', widgetId: 'shop', mail }) },
    directory: {
      findTenant: async () => ({ id: tenantId, name: 'Acme', status: 'active' }),
      findWidget: async () => ({ appearance: { email_replies: true } }),
    },
    log: { info: () => undefined },
    nowMs: () => 0,
  };
  const task = { kind: 'mail', what: 'confirm', tenantId, conversationId: '1', id: 'confirm.0' } as const;
  await sendMailTask(ports as unknown as MailPorts, { ...task, sinceMs: 0 });
  const [{ text = '', unsubscribeUrl = '' } = {}] = sent;
  const [confirmUrl = ''] = /https:\S+/.exec(text) ?? [];
  for (const url of [confirmUrl, unsubscribeUrl]) expect(new URL(url).searchParams.get('token')).toBe(token);
});

it.each([
  ['mention', 'maria', 1],
  ['mention', 'ben', 1],
  ['assignment', 'ben', 1],
  ['assignment', 'maria', 0],
] as const)('a %s while %s has the conversation sends %i emails to maria', async (what, owner, count) => {
  const sent: Mail[] = [];
  const attributes = {
    ...{ email: 'maria@acme.example', name: 'Maria', role: 'editor', status: 'active' },
    ...{ tenantId: 'acme', createdAt: '2026-01-01T00:00:00.000Z', hasSecondFactor: false },
  };
  const ports = {
    mailer: { send: async (each: Mail) => void sent.push(each) },
    mails: {
      addressOf: () => ({}),
      findAddress: async () => ({}),
      createLink: async () => 'token',
      take: async () => true,
    },
    conversations: { find: async () => ({ handoff: { owner: { id: owner } } }) },
    directory: { findTenant: async () => ({ id: 'acme', name: 'Acme', status: 'active' }) },
    records: { find: async () => ({ attributes }) },
    consoleUrl: 'https://console.example',
    log: { info: () => undefined },
    nowMs: () => 0,
  };
  const task = {
    kind: 'mail',
    what,
    tenantId: 'acme',
    conversationId: 'c',
    id: 'a',
    userId: 'maria',
    sinceMs: 0,
  } as const;
  await sendMailTask(ports as unknown as MailPorts, task);
  expect(sent).toHaveLength(count);
  for (const { to, text } of sent) {
    expect(to).toBe('maria@acme.example');
    expect(text).toContain('https://console.example/inbox/c');
  }
});
