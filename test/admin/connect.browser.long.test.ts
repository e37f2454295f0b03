import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { heading, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const simulator = await startSimulator({ retryAfterMs: () => 20, lateMs: 50 });
afterAll(() => simulator.stop());
const shared = shareAdmin({ providerUrl: simulator.url });
const open = openSignedIn(shared);
const token = 'the-token-that-sends';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Fills a field in with keys. */
async function type(page: Page, field: Locator, ...lines: readonly string[]) {
  await field.focus();
  for (const [n, line] of lines.entries()) {
    if (n > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
}

async function press(page: Page, control: Locator) {
  await control.focus();
  await page.keyboard.press('Enter');
}

interface Fields {
  readonly username?: string;
  readonly allowed_networks?: readonly string[];
}

it.each([
  {
    channel: 'chatapp-360' as const,
    name: 'WhatsApp (360dialog)',
    below: '360dialog',
    secret: { role: 'api_key', label: 'Webhook key', value: 'the-key-of-the-webhook' },
    fields: {} as Fields,
    to: '4915110000077',
  },
  {
    channel: 'contactcenter' as const,
    name: 'Contact center',
    below: 'contact-center',
    secret: { role: 'password', label: 'Password', value: 'the-password-of-the-center' },
    fields: { username: 'our-center', allowed_networks: ['127.0.0.0/8', '::1/128'] } as Fields,
    to: 'somebody-77',
  },
])('$name is connected at the simulator by keyboard alone, following only the page', async (provider) => {
  const { channel, below, secret, fields, to } = provider;
  const id = `our-${below}`;
  const { page, complaints } = await open('admin@acme.example', 'channels');
  await press(page, page.getByRole('link', { name: provider.name, exact: true }));
  await heading(page, `Connect ${provider.name}`);
  await type(page, page.getByLabel('Channel name'), id);
  const flow = page.getByRole('combobox', { name: 'Flow' });
  await type(page, flow, 'Acme');
  await page.getByRole('option', { name: 'Acme support (support)' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => flow.inputValue()).toBe('Acme support (support)');
  if (fields.username && fields.allowed_networks) {
    await type(page, page.getByLabel('Username'), fields.username);
    await type(page, page.getByLabel('Allowed IP ranges'), ...fields.allowed_networks);
  }
  await press(page, page.getByText('Advanced', { exact: true }));
  await type(page, page.getByLabel('API base URL'), `${simulator.url}/${below}`);
  await page.keyboard.press('Enter');
  await page.getByText(`Channel name: ${id}`).waitFor();

  for (const { label, value } of [secret, { label: 'Access token', value: token }]) {
    await type(page, page.getByLabel(`${label}: value`), value);
    await page.keyboard.press('Enter');
    await button(page, `Replace ${label}`).waitFor();
  }
  await press(page, button(page, 'Next: Webhook'));
  await page.getByText('Waiting for first webhook').waitFor();
  const [address = ''] = await page.getByRole('tabpanel').locator('pre').allInnerTexts();
  expect(new URL(address).pathname).toMatch(/^\/v1\/webhooks\/./);
  simulator.connect({
    url: new URL(address).origin,
    tenants: [
      {
        tenant: { id: 'acme', name: 'Acme', status: 'active' },
        widgets: [],
        flows: [],
        channels: [
          {
            id,
            channel,
            flow: 'support',
            ...fields,
            secrets: { [secret.role]: 'secret', sending_token: 'token' },
          },
        ],
        secrets: { secret: secret.value, token },
      } as Parameters<typeof simulator.connect>[0]['tenants'][number],
    ],
  });
  const say = async () => (await simulator.say(`acme/${id}`, to, 'hello')).status;
  await expect.poll(say, { interval: limits.lookAgainMs + 100, timeout: 30_000 }).toBe(200);
  await press(page, button(page, 'Refresh'));
  await page.getByText('Last webhook').waitFor();

  await press(page, button(page, 'Next: Test'));
  await type(page, page.getByRole('textbox', { name: /^To/ }), to);
  await press(page, button(page, 'Send test message'));
  await page.getByText('Message accepted').waitFor();
  expect(JSON.stringify(simulator.sent(to))).toContain('This is a test message.');
  await expectReadable(page);
  await page.reload();
  await page.getByRole('tab', { name: /Test/ }).waitFor();
  expect(await page.content()).not.toMatch(new RegExp(`${secret.value}|${token}`));
  expect(complaints).toEqual([]);
});
