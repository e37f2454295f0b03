import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { SendPacingTable } from '../../src/aws/send-pacing-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { expectNothingLatinBut } from '../support/reading-problems.ts';
import { endSession, heading, openSignedIn, pick, shareAdmin, speak } from '../support/start-admin.ts';
import { expectOutageAndEmptyTold, expectReadable, expectRefused } from '../support/told-apart.ts';

const simulator = await startSimulator({ retryAfterMs: () => 20, lateMs: 50 });
afterAll(() => simulator.stop());
const shared = shareAdmin({ providerUrl: simulator.url });
const open = openSignedIn(shared);
const admin = 'admin@acme.example';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Not the field for the text. */
const receiver = (page: Page) => page.getByRole('textbox', { name: /^To/ });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });

/** Makes an account by the page, which then shows its secrets. */
async function connect(page: Page, id: string, number: string) {
  await page.goto(`${shared.admin.appUrl}t/acme/channels/new/chatapp`);
  await page.getByLabel('Channel name').fill(id);
  await pick(page, 'Flow', 'Acme support (support)');
  await page.getByLabel('Phone number ID').fill(number);
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByLabel('API base URL').fill(`${simulator.url}/cloud-api`);
  await button(page, 'Create and continue').click();
  await page.getByText(`Channel name: ${id}`).waitFor();
}

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('an admin sees the status of each channel, and every step of one', async () => {
    const { page, complaints } = await open(admin, 'channels', options);
    await heading(page, 'Channels');
    const account = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'whatsapp', exact: true }) });
    await account.getByRole('link', { name: 'Acme support' }).waitFor();
    await account.getByText('support', { exact: true }).waitFor();
    await expectReadable(page);
    await page.getByRole('link', { name: 'whatsapp', exact: true }).click();
    await page.getByLabel('Phone number ID').waitFor();
    await expectReadable(page);
    for (const [name, words] of [
      ['Secrets', 'Set via CLI'],
      ['Webhook', 'Verify and save'],
      ['Test', 'Sending normally'],
    ] as const) {
      await button(page, `Next: ${name}`).click();
      await page.getByText(words).first().waitFor();
      await expectReadable(page);
    }
    await page.goto(`${shared.admin.appUrl}t/acme/channels/new/contactcenter`);
    await page.getByLabel('Allowed IP ranges').waitFor();
    await expectReadable(page);
    expect(complaints).toEqual([]);
  });
});

it('WhatsApp is connected at the simulator by following only the page, and no secret is shown again', async () => {
  const { page, complaints } = await open(admin, 'channels');
  const [secret, token] = ['the secret of the app', 'the-token-that-sends'];
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
  await heading(page, 'Connect WhatsApp');
  await connect(page, 'help-line', '300300300');
  await page.getByText('Not set: webhooks are rejected').waitFor();
  await page.getByLabel('App secret: value').fill(secret);
  await button(page, 'Set App secret').click();
  await button(page, 'Replace App secret').waitFor();
  await page.getByLabel('Access token: value').fill(token);
  await button(page, 'Set Access token').click();
  await button(page, 'Replace Access token').waitFor();
  await tab(page, /Secrets ✓/).waitFor();

  // A secret that is typed and not set is not lost unseen.
  const typed = page.locator('input[type=password]').first();
  await typed.fill('half');
  await button(page, 'Next: Webhook').click();
  await button(page, 'Cancel').click();
  expect(await typed.inputValue()).toBe('half');
  await button(page, 'Next: Webhook').click();
  await button(page, 'Discard and leave').click();
  await page.getByText('Waiting for first webhook').waitFor();
  const [address = '', word = ''] = await page.getByRole('tabpanel').locator('pre').allInnerTexts();
  const handshake = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': word,
    'hub.challenge': '42',
  });
  expect(await (await fetch(`${address}?${handshake}`)).text()).toBe('42');
  // What the provider knows of the number: as it was typed on the page.
  simulator.connect({
    url: address.replace('/v1/webhooks/chatapp-a', ''),
    tenants: [
      {
        tenant: { id: 'acme', name: 'Acme', status: 'active' },
        widgets: [],
        flows: [],
        channels: [
          {
            id: 'help-line',
            channel: 'chatapp',
            flow: 'support',
            phone_number_id: '300300300',
            secrets: { app_secret: 'secret', sending_token: 'token' },
          },
        ],
        secrets: { secret, token },
      },
    ],
  });
  const say = async () => (await simulator.say('acme/help-line', '4915110000001', 'hello')).status;
  await expect.poll(say, { interval: limits.lookAgainMs + 100, timeout: 30_000 }).toBe(200);
  await button(page, 'Refresh').click();
  await page.getByText('Last webhook').waitFor();

  await button(page, 'Next: Test').click();
  await receiver(page).fill('4915110000001');
  await page.getByLabel('Message (optional)').fill('Hello from the console');
  await button(page, 'Send test message').click();
  await page.getByText('Message accepted').waitFor();
  await tab(page, /Test ✓/).waitFor();
  expect(JSON.stringify(simulator.sent('4915110000001'))).toContain('Hello from the console');

  await page.reload();
  await tab(page, /Secrets ✓/).click();
  await page.getByText(`Set by ${admin}`).first().waitFor();
  expect(await page.getByLabel('App secret: new value').inputValue()).toBe('');
  const kept = await page.evaluate<string>(
    'document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage })',
  );
  expect(kept).not.toMatch(new RegExp(`${secret}|${token}`));
  expect(complaints).toEqual([]);
});

it('a secret is replaced with an overlap that ends on request, and an account is deleted once its name is typed', async () => {
  const { page } = await open(admin, 'channels');
  await connect(page, 'to-go', '400400400');
  await page.getByLabel('App secret: value').fill('the first of them');
  await button(page, 'Set App secret').click();
  await page.getByLabel('App secret: new value').fill('the second one');
  await button(page, 'Replace App secret').click();
  await page.getByText('The previous value still works').waitFor();
  await expectReadable(page);
  await button(page, 'Revoke previous value').click();
  await expect.poll(() => page.getByText('The previous value still works').count()).toBe(0);
  await button(page, 'Delete App secret…').click();
  const dialog = page.getByRole('dialog');
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await button(page, 'Set App secret').waitFor();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Type “to-go” to confirm').fill('to-go');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await heading(page, 'Channels');
  await page.getByRole('link', { name: 'whatsapp', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'to-go' }).count()).toBe(0);
});

it('paused sending explains why, and is resumed by keyboard', async () => {
  const { page } = await open(admin, 'channels');
  await connect(page, 'held', '500500500');
  const pacing = new SendPacingTable(
    createAwsClients(shared.admin.env).dynamodb,
    shared.admin.env.TABLE_PREFIX ?? '',
    Date.now,
  );
  const until = Date.now() + 3_600_000;
  await pacing.block(
    { tenantId: 'acme', channel: 'chatapp', accountId: 'held' },
    { untilMs: until, reason: 'invalid_sending_token', held: true, failures: 1 },
  );
  await page.goto(`${shared.admin.appUrl}t/acme/channels/chatapp/held?step=test`);
  await page.getByText('Sending stopped: action needed').waitFor();
  await page.getByText('The provider rejected the access token. Replace it under Secrets.').waitFor();
  await button(page, 'Resume sending').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => button(page, 'Resume sending').count()).toBe(0);
  // Nothing can be sent without a token, whatever has been resumed.
  await page.getByText('Replies can’t be sent: the access token isn’t set.').waitFor();
  expect(await page.getByText('Sending normally').count()).toBe(0);
  await receiver(page).fill('4915110000001');
  await button(page, 'Send test message').click();
  await page.getByRole('alert').getByText('Add an access token before sending.').waitFor();
  expect(await receiver(page).inputValue()).toBe('4915110000001');
  await button(page, 'Set access token').click();
  await page.getByLabel('Access token: value').waitFor();
});

it('a taken number is refused with a reason, and a half-filled form survives a session that ends', async () => {
  const { page } = await open(admin, 'channels/new/chatapp');
  await page.getByLabel('Channel name').fill('kept');
  await pick(page, 'Flow', 'Acme support (support)');
  await page.getByLabel('Phone number ID').fill('106540352242922');
  await button(page, 'Create and continue').click();
  await page.getByRole('alert').getByText('Already used by another channel').waitFor();
  await page.getByLabel('Phone number ID').fill('600600600');
  await endSession(page);
  await button(page, 'Create and continue').dispatchEvent('click');
  await button(page, 'Sign in again').click();
  await expect.poll(() => page.getByLabel('Phone number ID').inputValue()).toBe('600600600');
  await button(page, 'Create and continue').click();
  await page.getByText('Channel name: kept').waitFor();
});

it.each([
  [412, 'precondition_failed', 'Someone else changed this'],
  [403, 'not_allowed', 'It requires Admin.'],
])('an account answered with %s shows why, and keeps the typed values', async (status, code, words) => {
  const { page } = await open(admin, 'channels/chatapp/whatsapp');
  await page.getByLabel('Close inactive conversations').fill('77');
  const problem = {
    type: 'about:blank',
    title: 'Blocked',
    status,
    detail: 'said by the service',
    code,
    correlationId: 'corr-1',
    leastRole: 'admin',
  };
  await page.route('**/v1/admin/channels/chatapp/whatsapp', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status, json: problem }) : route.fallback(),
  );
  await button(page, 'Save').click();
  await page.getByRole('alert').getByText(words).waitFor();
  expect(await page.getByLabel('Close inactive conversations').inputValue()).toBe('77');
});

it('an empty list, an outage, a missing permission and an unknown channel look different', async () => {
  const { page } = await open(admin, 'channels/chatapp/nothing');
  await page.getByRole('alert').getByText('Not found. It may have been deleted.').waitFor();
  await expectOutageAndEmptyTold(page, {
    list: '**/v1/admin/channels?*',
    show: () =>
      page.getByRole('navigation').getByRole('link', { name: 'Channels', exact: true }).first().click(),
    empty: 'No channels yet',
  });
  await expectRefused(open, 'editor@acme.example', 'channels', 'Channels');
});

it('Arabic is complete', async () => {
  const { page } = await open(admin, 'channels/chatapp/whatsapp?step=webhook');
  await page.getByText('Verify and save').waitFor();
  await speak(page, 'العربية');
  await page.getByText('التحقق والحفظ').waitFor();
  await expectReadable(page);
  await expectNothingLatinBut(page.getByRole('tabpanel').locator('ol, p, button'), [
    'Meta',
    'for',
    'Developers',
    'messages',
  ]);
});
