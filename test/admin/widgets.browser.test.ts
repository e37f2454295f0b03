import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNothingLatinBut } from '../support/reading-problems.ts';
import {
  choose,
  endSession,
  heading,
  openSignedIn,
  pick,
  shareAdmin,
  speak,
  storedIn,
} from '../support/start-admin.ts';
import { expectOutageAndEmptyTold, expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const viewer = 'viewer@acme.example';
const editor = 'editor@acme.example';
const admin = 'admin@acme.example';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
/** The head of the widget that is shown. */
const shownTitle = (page: Page) => preview(page).locator('messaging-widget').getByRole('heading');

/** Makes a widget as who is signed in on a page, or changes it. */
async function put(page: Page, id: string, body: object, ifMatch?: string) {
  const { accessToken = '' } = (await storedIn(page, 'tokens')) ?? {};
  const response = await fetch(`${shared.admin.url}/v1/admin/widgets/${id}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      ...(ifMatch === undefined ? { 'if-none-match': '*' } : { 'if-match': ifMatch }),
    },
    body: JSON.stringify({ id, flow: 'support', allowed_origins: [], ...body }),
  });
  expect(response.ok).toBe(true);
  return response.headers.get('etag') ?? '';
}

async function openMade(email: string, id: string, body: object = {}) {
  const tab = await open(email, 'widgets');
  const etag = await put(tab.page, id, body);
  await tab.page.goto(`${shared.admin.appUrl}t/acme/widgets/${id}`);
  await tab.page.getByLabel('Title', { exact: true }).waitFor();
  return { ...tab, etag };
}

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it("a viewer finds a widget, sees it as visitors do, and can't change anything", async () => {
    const { page, complaints } = await open(viewer, 'widgets', options);
    await heading(page, 'Widgets');
    await page.getByRole('link', { name: 'Acme support' }).waitFor();
    await expectReadable(page);
    await expect.poll(() => button(page, 'New widget').count()).toBe(0);
    await page.getByRole('link', { name: 'Acme support' }).click();
    await expect.poll(() => shownTitle(page).textContent()).toBe('Acme support');
    await page.getByText('View only. Editors can make changes. Your role: Viewer').waitFor();
    await expect.poll(() => page.getByLabel('Title', { exact: true }).isDisabled()).toBe(true);
    await expect.poll(() => button(page, 'Save').count()).toBe(0);
    await expectReadable(page);
    for (const tab of ['Style', 'Behavior', 'Security', 'Install']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel', { name: tab }).waitFor();
      await expectReadable(page);
    }
    await page.getByText(`${shared.admin.url}/widget.js`).waitFor();
    expect(complaints).toEqual([]);
  });
});

it('the preview is the real widget: it follows typing, warns of low contrast, and answers', async () => {
  const { page, complaints } = await openMade(editor, 'followed', {
    appearance: { opening_hours: { monday: ['10:00-16:00'] } },
  });
  await page.getByLabel('Title', { exact: true }).fill('Sunny side');
  await expect.poll(() => shownTitle(page).textContent()).toBe('Sunny side');
  await page.getByRole('tab', { name: 'Style' }).click();
  const color = page.getByLabel('Brand color').first();
  await color.fill('#ffee');
  await page.getByText('Use a hex color').waitFor();
  await color.fill('#ffee00');
  await page.getByText('Low contrast (1.2:1').waitFor();
  const launcher = preview(page).locator('messaging-widget .launcher');
  await expect
    .poll(() => launcher.evaluate((shown) => getComputedStyle(shown).backgroundColor))
    .toBe('rgb(255, 238, 0)');
  await color.fill('#1c5db8');
  await expect.poll(() => page.getByText('Low contrast').count()).toBe(0);
  await page.getByRole('tab', { name: 'Behavior' }).click();
  const monday = page.getByRole('group', { name: 'Business hours' }).getByLabel('Monday');
  await monday.fill('9-5');
  await page.getByText('Use 09:00-18:00').waitFor();
  await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
  await monday.fill('00:00-24:00');
  await expect.poll(() => preview(page).locator('.hours').textContent()).toMatch(/^We’re (online|back)\b/);
  await expectReadable(page);
  await choose(page, 'Dark');
  await expect.poll(() => preview(page).locator('messaging-widget').getAttribute('data-theme')).toBe('dark');
  await choose(page, 'Mobile');
  await expect.poll(() => shownTitle(page).textContent()).toBe('Sunny side');
  await expect.poll(() => launcher.isVisible()).toBe(false);
  await preview(page).getByRole('textbox').fill('Hello there');
  await page.keyboard.press('Enter');
  await preview(page).getByText('This is a preview. Nothing is sent.').waitFor();
  await expectReadable(page);
  expect(complaints).toEqual([]);
});

it.each(['Desktop', 'Mobile'])('the preview on %s shows the whole chat in its box', async (shape) => {
  const { page } = await openMade(editor, `whole-${shape.toLowerCase()}`);
  await choose(page, shape);
  const header = preview(page).locator('messaging-widget header');
  await expect
    .poll(async () => {
      const [box, top] = [
        await preview(page).locator('.preview-page').boundingBox(),
        await header.boundingBox(),
      ];
      return box && top && top.height > 40 && top.y >= box.y;
    })
    .toBe(true);
});

it('the preview follows greeting, team, hours and replies by email as they are changed', async () => {
  const { page, complaints } = await openMade(editor, 'dressed');
  const header = preview(page).locator('header');
  const card = preview(page).getByText('Don’t want to wait?');
  await page.getByLabel('Greeting').fill('Ahoy there!');
  await preview(page).getByText('Ahoy there!').waitFor();
  const team = page.getByLabel('Show the team');
  await team.check();
  await header.getByRole('img', { name: 'Our team' }).waitFor();
  await header.getByText('Usually replies in 5 minutes.').waitFor();
  await team.uncheck();
  await expect.poll(() => header.getByRole('img', { name: 'Our team' }).count()).toBe(0);
  await expect.poll(() => header.getByText('Usually replies').count()).toBe(0);
  const emails = page.getByLabel('Replies by email');
  await emails.check();
  await card.waitFor();
  await preview(page).getByRole('textbox', { name: 'Email address' }).waitFor();
  await expectReadable(page);
  await emails.uncheck();
  await expect.poll(() => card.count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('the queue whose business hours a widget shows is found by typing, saved, and taken off again', async () => {
  const { page } = await openMade(editor, 'with-hours');
  await page.getByRole('tab', { name: 'Behavior' }).click();
  const queue = page.getByRole('combobox', { name: 'Business hours of queue' });
  await expect.poll(() => queue.inputValue()).toBe('Not shown');
  await queue.fill('SUP');
  await page.getByRole('option', { name: 'support', exact: true }).click();
  await button(page, 'Save').click();
  await page.getByText('with-hours saved').waitFor();
  await page.reload();
  await expect.poll(() => queue.inputValue()).toBe('support');
  await expectReadable(page);
  await pick(page, 'Business hours of queue', 'Not shown');
  await button(page, 'Save').waitFor();
  await expect.poll(() => queue.inputValue()).toBe('Not shown');
});

it('a card has title, ID and conversations of its widget; without a title the ID is its name', async () => {
  const { page } = await open(admin, 'widgets');
  for (const [id, appearance] of [
    ['counted', { title: 'Ask the shop' }],
    ['untitled', {}],
  ] as const)
    await put(page, id, { appearance });
  for (const session of [randomUUID(), randomUUID()])
    await shared.admin.post(
      '/v1/webchat/messages',
      { text: 'hello', attachments: [], user: { id: 'visitor', firstName: 'Ada' } },
      { 'x-tenant-id': 'acme', 'x-widget-id': 'counted', 'x-session-id': session },
    );
  await shared.admin.drain();
  await shared.admin.countRuns();
  await page.reload();
  const card = (name: string) =>
    page
      .getByRole('list', { name: 'Widgets' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) });
  await card('Ask the shop').getByText('counted', { exact: true }).waitFor();
  await card('Ask the shop').getByText('2 conversations in the last 7 days').waitFor();
  await card('untitled').getByText('0 conversations in the last 7 days').waitFor();
  await page.getByText(/^Last 7 days · Updated/).waitFor();
  await expectReadable(page);
});

it('by keyboard alone a widget is changed, saved and restored', async () => {
  const { page } = await openMade(editor, 'typed', { appearance: { title: 'Before' } });
  const title = page.getByLabel('Title', { exact: true });
  await title.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('After');
  await page.getByText('Unsaved changes').waitFor();
  await button(page, 'Save').focus();
  await page.keyboard.press('Enter');
  await page.getByText('typed saved').waitFor();
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
  await page.getByText(`Changed by ${editor}`).waitFor();
  await button(page, 'Undo').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => title.inputValue()).toBe('Before');
  await page.getByRole('tab', { name: 'Security' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tabpanel', { name: 'Behavior' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.reload();
  await page.getByRole('tabpanel', { name: 'Security' }).waitFor();
  await page.getByText('Only admins can change security settings.').waitFor();
  await expect.poll(() => page.getByLabel('Allowed sites').isDisabled()).toBe(true);
});

it('an admin creates a widget, adds a site and limits, and deletes it once its name is typed', async () => {
  const { page } = await open(admin, 'widgets');
  await button(page, 'New widget').click();
  const dialog = page.getByRole('dialog', { name: 'New widget' });
  await dialog.getByLabel('Name').fill('acme-web');
  await pick(dialog, 'Flow', 'Acme support (support)');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('alert').getByText('This name is already taken').waitFor();
  await expectReadable(page);
  await dialog.getByLabel('Name').fill('acme-help');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await heading(page, 'acme-help');
  await page.getByRole('tab', { name: 'Security' }).click();
  const sites = page.getByLabel('Allowed sites');
  await sites.fill('https://help.acme.example/path');
  await page.getByText('Use site URLs like').waitFor();
  await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
  await sites.fill('https://help.acme.example\nhttps://*.acme.example\n');
  await page.getByLabel('Max messages per visitor (per min)').fill('301');
  await page.getByText('Enter a whole number from 1 to 300').waitFor();
  await page.getByLabel('Max messages per visitor (per min)').fill('20');
  await button(page, 'Save').click();
  await page.getByText('acme-help saved').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Widgets' }).click();
  await page.getByText('https://help.acme.example, https://*.acme.example').waitFor();
  await page.getByRole('link', { name: 'acme-help' }).click();
  await button(page, 'Delete…').click();
  const remove = page.getByRole('dialog', { name: 'Delete acme-help?' });
  await expect.poll(() => remove.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await remove.getByLabel('Type “acme-help” to confirm').fill('acme-help');
  await remove.getByRole('button', { name: 'Delete' }).click();
  await heading(page, 'Widgets');
  await page.getByRole('link', { name: 'Acme support' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'acme-help' }).count()).toBe(0);
});

it('a recently refused site is listed among the sites, allowed and saved', async () => {
  const { page } = await openMade(admin, 'asked-for');
  const { url } = shared.admin;
  const refused = await fetch(`${url}/v1/webchat/settings?tenant=acme&widget=asked-for`, {
    headers: { origin: 'https://shop.example' },
  });
  expect(refused.status).toBe(403);
  await page.reload();
  await page.getByRole('tab', { name: 'Security' }).click();
  const lately = page.getByRole('region', { name: 'Recently blocked sites' });
  await lately.getByText('https://shop.example').waitFor();
  await lately.getByText('1 attempt, ').waitFor();
  await expectReadable(page);
  await button(page, 'Allow https://shop.example').click();
  await expect.poll(() => page.getByLabel('Allowed sites').inputValue()).toBe('https://shop.example');
  await lately.getByText('No blocked sites').waitFor();
  await button(page, 'Save').click();
  await page.getByText('asked-for saved').waitFor();
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
  await page.reload();
  await lately.getByText('No blocked sites').waitFor();
  await expect.poll(() => page.getByLabel('Allowed sites').inputValue()).toBe('https://shop.example');
});

it('changes that another user saved are shown beside the typed ones, and one chooses', async () => {
  const { page, etag } = await openMade(admin, 'raced', { appearance: { title: 'First' } });
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Mine');
  const theirs = await put(page, 'raced', { appearance: { title: 'Theirs', greeting: 'Hi' } }, etag);
  await button(page, 'Save').click();
  const dialog = page.getByRole('dialog', { name: 'Changed while you were editing' });
  await dialog.getByRole('row', { name: 'Title Theirs Mine' }).waitFor();
  await expect.poll(() => dialog.getByRole('row').count()).toBe(2);
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Save yours' }).click();
  await page.getByText('raced saved').waitFor();
  await expect.poll(() => page.getByLabel('Greeting').inputValue()).toBe('Hi');
  expect(theirs).not.toBe(etag);
});

it('leaving with unsaved changes asks first', async () => {
  const { page } = await openMade(editor, 'left');
  await page.getByLabel('Greeting').fill('Not yet');
  await page.getByRole('link', { name: 'Reports' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => page.getByLabel('Greeting').inputValue()).toBe('Not yet');
  await page.getByRole('link', { name: 'Reports' }).click();
  await dialog.getByRole('button', { name: 'Discard and leave' }).click();
  await heading(page, 'Reports');
});

it('a page that loads the widget is shown as installed', async () => {
  const { page } = await openMade(admin, 'installed', { allowed_origins: ['https://shop.example'] });
  await page.getByText('Not seen on a page yet').waitFor();
  const settings = `${shared.admin.url}/v1/webchat/settings?tenant=acme&widget=installed`;
  expect((await fetch(settings, { headers: { origin: 'https://shop.example' } })).status).toBe(200);
  await page.reload();
  await page.getByText('Installed. Last seen').first().waitFor();
});

it("keeping the other user's values drops the typed ones", async () => {
  const { page, etag } = await openMade(admin, 'yielded');
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await put(page, 'yielded', { appearance: { title: 'Theirs' } }, etag);
  await button(page, 'Save').click();
  await button(page, 'Keep theirs').click();
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Theirs');
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
});

it('a half-filled form survives a session that ends, and is saved after the sign-in', async () => {
  const { page } = await openMade(editor, 'kept');
  await page.getByLabel('Greeting').fill('Half a greet');
  await endSession(page);
  await button(page, 'Save').click();
  await button(page, 'Sign in again').click();
  await expect.poll(() => page.getByLabel('Greeting').inputValue()).toBe('Half a greet');
  await button(page, 'Save').click();
  await page.getByText('kept saved').waitFor();
});

it('a permission lost in mid-use is named and the text kept; the default widget stays', async () => {
  const { page } = await open(admin, 'widgets/acme-web');
  await page.getByText('Default widget of acme').waitFor();
  await expect.poll(() => button(page, 'Delete…').isDisabled()).toBe(true);
  await page.getByLabel('Greeting').fill('Not any more');
  const problem = {
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: 'your role, viewer, may not do this; the least that may is editor',
    code: 'not_allowed',
    correlationId: 'corr-1',
    leastRole: 'editor',
  };
  await page.route('**/v1/admin/widgets/acme-web', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 403, json: problem }) : route.fallback(),
  );
  await button(page, 'Save').click();
  await page.getByRole('alert').getByText('It requires Editor.').waitFor();
  await expect.poll(() => page.getByLabel('Greeting').inputValue()).toBe('Not any more');
  await button(page, 'Discard changes').click();
  await expect.poll(() => page.getByLabel('Greeting').inputValue()).toBe('Hello! How can we help you?');
});

it('what the server refuses is shown at its field, and a reload keeps it with what is wrong', async () => {
  const { page } = await openMade(editor, 'refused');
  await page.getByLabel('Ask for the address after (minutes)').fill('61');
  await page.getByText('Enter a whole number from 0 to 60').waitFor();
  await page.reload();
  await page.getByText('Enter a whole number from 0 to 60').waitFor();
  await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
  await page.getByLabel('Ask for the address after (minutes)').fill('5');
  const problem = {
    ...{ type: 'about:blank', title: 'Bad Request', status: 400, code: 'invalid_body' },
    ...{ detail: 'the body is not what this route takes', correlationId: 'corr-2' },
    errors: [{ path: 'appearance.greeting', message: 'has a word that is not allowed' }],
  };
  await page.route('**/v1/admin/widgets/refused', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: problem }) : route.fallback(),
  );
  await page.getByLabel('Greeting').fill('Hello');
  await button(page, 'Save').click();
  await page.getByText('has a word that is not allowed', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Greeting').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Greeting').fill('Hello!');
  await expect.poll(() => page.getByLabel('Greeting').getAttribute('aria-invalid')).not.toBe('true');
});

it('an editor can edit a protected widget, and is not offered to delete it', async () => {
  const { page } = await open(editor, 'widgets/acme-web');
  await page.getByLabel('Greeting').fill('Good day');
  await button(page, 'Save').waitFor();
  expect(await button(page, 'Delete…').count()).toBe(0);
});

it('an empty list, an outage, and an unknown widget look different', async () => {
  const { page } = await open(viewer, 'widgets/nothing');
  await page.getByRole('alert').getByText('Not found. It may have been deleted.').waitFor();
  await expectOutageAndEmptyTold(page, {
    list: '**/v1/admin/widgets?*',
    show: () => page.getByRole('navigation').getByRole('link', { name: 'Widgets' }).click(),
    empty: 'No widgets yet.',
  });
});

it('an admin sets a secret of a widget, replaces it with an overlap and ends that; it is never shown', async () => {
  const { page, complaints } = await openMade(admin, 'signed-site');
  await page.getByRole('tab', { name: 'Security' }).click();
  const identity = page.getByRole('region', { name: 'Identity secret' });
  await identity.getByText('Not set').waitFor();
  for (const [label, value, action] of [
    ['Identity secret: value', 'the-first-of-both', 'Set Identity secret'],
    ['Identity secret: new value', 'the-second-of-both', 'Replace Identity secret'],
  ] as const) {
    await page.getByLabel(label).fill(value);
    await button(page, action).click();
    await expect.poll(() => page.getByLabel('Identity secret: new value').inputValue()).toBe('');
  }
  await identity.getByText('The previous value still works').waitFor();
  await expectReadable(page);
  await identity.getByRole('button', { name: 'Revoke previous value' }).click();
  await expect.poll(() => identity.getByText('The previous value still works').count()).toBe(0);
  await page.reload();
  await identity.getByText(`Set by ${admin}`).waitFor();
  expect(await page.content()).not.toContain('of-both');
  await button(page, 'Delete Identity secret…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await identity.getByText('Not set').waitFor();
  expect(complaints).toEqual([]);
});

it("a user who can't set the secrets of a widget sees whether they are set", async () => {
  const { page } = await open(editor, 'widgets/acme-web?tab=secrets');
  await page.getByRole('heading', { name: 'Signing secret' }).waitFor();
  await page.getByText('Only admins can change security settings. Your role: Editor').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Set|^Replace/ }).count()).toBe(0);
  await expectReadable(page);
});

it('Arabic mirrors the page and the widget, and nothing is left untranslated', async () => {
  const { page } = await open(admin, 'widgets/acme-web?tab=limits');
  await heading(page, 'Acme support');
  await speak(page, 'العربية');
  await page.getByRole('tabpanel', { name: 'الأمان' }).waitFor();
  const root = page.locator('messaging-widget .root');
  await expect.poll(() => root.getAttribute('dir')).toBe('rtl');
  await expectReadable(page);
  const examples = ['https', 'shop.example', '.shop.example'];
  await expectNothingLatinBut(page.getByRole('tabpanel'), [...examples, 'Origin', 'CLI']);
  await page.getByRole('tab', { name: 'الأمان' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tabpanel', { name: 'التثبيت' }).waitFor();
});

it('a secret that is typed and not set is not lost by leaving its tab', async () => {
  const { page } = await openMade(admin, 'half-secret');
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Security').click();
  const secret = page.getByLabel('Identity secret: value');
  await secret.fill('half of it');
  await tab('Style').click();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await secret.inputValue()).toBe('half of it');
  await tab('Style').click();
  await button(page, 'Discard and leave').click();
  await page.getByLabel('Brand color').first().waitFor();
  expect(await secret.count()).toBe(0);
});
