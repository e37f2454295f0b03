import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inspector, row } from '../support/edit-flow.ts';
import {
  callAdminAs,
  choose,
  endSession,
  heading,
  openSignedIn,
  pick,
  shareAdmin,
} from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();

const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const viewer = 'viewer@acme.example';
const editor = 'editor@acme.example';
const admin = 'admin@acme.example';

const definition = (text: string) => ({
  title: 'Returns',
  start: 'hello',
  steps: { hello: { kind: 'message', text, next: 'bye' }, bye: { kind: 'end' } },
});

async function createFlow(page: Page, id: string) {
  const created = await callAs(page, 'POST', '/flows', { id, definition: definition('Hello') });
  expect(created.status).toBe(201);
}

async function saveDraft(page: Page, id: string, saved: object) {
  const etag = (await callAs(page, 'GET', `/flows/${id}`)).headers.get('etag') ?? '';
  const response = await callAs(page, 'PUT', `/flows/${id}/draft`, { definition: saved }, etag);
  expect(response.status).toBe(200);
}

/** Presses what the menu of a flow or a version offers. */
const more = async (page: Page, of: string, name: string) => {
  await page.getByRole('button', { name: `More actions for ${of}`, exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
};
const note = (page: Page) => page.getByLabel('What’s new');
const publishButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Publish' });

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it("a viewer finds a flow, reads its steps and its versions, and can't change anything", async () => {
    const { page, complaints } = await open(viewer, 'flows?q=acme', options);
    await heading(page, 'Flows');
    await page.getByRole('link', { name: 'Acme support' }).waitFor();
    await expectReadable(page);
    await page.getByRole('link', { name: 'Acme support' }).click();
    await heading(page, 'Acme support');
    await choose(page, 'List');
    await row(page, /^Message welcome/).waitFor();
    await expectReadable(page);
    await expect.poll(() => page.getByRole('main').getByRole('button').allTextContents()).toEqual([]);
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('table', { name: 'Versions' }).waitFor();
    await page.getByRole('link', { name: 'v1', exact: true }).click();
    await heading(page, 'support v1');
    await page.getByText('v1 (read-only)').waitFor();
    await expectReadable(page);
    expect(complaints).toEqual([]);
  });
});

it('connections are followed by keyboard, and a step can be read in other languages', async () => {
  const { page } = await open(viewer, 'flows/support?view=list');
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await row(page, /^Message welcome/).focus();
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Message welcome');
  const text = (language: string) => inspector(page).getByLabel(`Text (${language})`);
  await expect.poll(() => text('English').inputValue()).toContain('Hello! This is Acme.');
  await inspector(page).getByRole('tab', { name: 'German' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => text('German').inputValue()).toContain('Hallo! Hier ist Acme.');
  await expect.poll(() => text('German').isEditable()).toBe(false);
  await page.keyboard.press('Escape');
  await expect.poll(focused).toContain('welcome');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toContain('What can we do for you?');
});

it('a title that loads late does not take the focus', async () => {
  const { page } = await open(viewer, 'flows');
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/admin/flows/support', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto(`${shared.admin.appUrl}t/acme/flows/support?view=list`);
  await heading(page, 'support');
  const tab = page.getByRole('link', { name: 'Versions' });
  await tab.focus();
  answer();
  await heading(page, 'Acme support');
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Versions');
});

it('an editor sees what an admin would publish, why it takes one, and a link that opens the dialog for them', async () => {
  const { page, complaints } = await open(editor, '', { permissions: ['clipboard-read', 'clipboard-write'] });
  await createFlow(page, 'asked');
  await page.goto(`${shared.admin.appUrl}t/acme/flows/asked`);
  await page.getByText('Only admins can publish').waitFor();
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request publishing' });
  await dialog.getByText('No problems').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Publish' }).count()).toBe(0);
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Copy: Share this link with an admin' }).click();
  await dialog.getByText('Copied').waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(complaints).toEqual([]);
  const { page: theirs } = await open(admin, '');
  await theirs.goto(link);
  await theirs.getByRole('dialog', { name: 'Publish flow' }).getByText('No problems').waitFor();
});

it('no flows, none that match, and one that does not exist look different', async () => {
  const { page } = await open(viewer, 'flows?q=zzz');
  await page.getByText('No matching flows').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('link', { name: 'Acme support' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.route('**/v1/admin/flows?*', (route) => route.fulfill({ json: { items: [], cursor: null } }));
  await page.reload();
  await page.getByText('No flows yet.').waitFor();
  await page.goto(`${shared.admin.appUrl}t/acme/flows/nothing`);
  await page.getByRole('alert').getByText('Not found. It may have been deleted.').waitFor();
  await expectReadable(page);
});

it('a draft is published with a note by keyboard alone, rolled out to some, promoted and rolled back', async () => {
  const { page } = await open(admin, 'flows');
  await createFlow(page, 'returns');
  await page.reload();
  await page.locator('a[href="/admin/t/acme/flows/returns"]').click();
  await page.getByRole('button', { name: 'Publish…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('No tests yet').waitFor();
  await note(page).focus();
  await page.keyboard.type('fix');
  await expectReadable(page);
  await publishButton(page).focus();
  await page.keyboard.press('Enter');
  await page.getByText('v1 is live').waitFor();
  await page.getByText('Live v1').waitFor();

  await saveDraft(page, 'returns', definition('Good day'));
  await page.reload();
  await page.getByRole('link', { name: 'Compare with live' }).click();
  await page.getByRole('row', { name: 'text Hello Good day' }).waitFor();
  await expectReadable(page);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('region', { name: 'Changes' }).getByText('hello: text').waitFor();
  await note(page).fill('A kinder greeting');
  await page.getByText('Gradually').click();
  const share = page.getByRole('slider', { name: 'Audience' });
  await share.press('End');
  await page.getByText('50% of new conversations').waitFor();
  await share.press('Home');
  for (let n = 1; n < 10; n += 1) await share.press('ArrowRight');
  await publishButton(page).click();
  // The notice above the tabs says so, too.
  const rollout = page.getByRole('group', { name: 'v2 is live for 10% of new conversations' });
  await rollout.getByRole('button', { name: 'Roll out to everyone…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Roll out to everyone' }).click();
  await page.getByText('Live v2').waitFor();

  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByText('A kinder greeting').waitFor();
  await more(page, 'v1', 'Roll back to v1…');
  await page.getByText('New conversations will use v1 instead of v2.').waitFor();
  await page.getByRole('region', { name: 'Changes from v2 to v1' }).getByText('hello: text').waitFor();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await page.getByText('Rolled back to v1').waitFor();
  await page.getByText('Live v1').waitFor();
});

it('a version is copied into the draft and the copy undone, and versions are browsed and compared by keyboard', async () => {
  const { page } = await open(editor, '');
  await createFlow(page, 'versioned');
  const { page: admins } = await open(admin, '');
  const publish = async (text: string) => {
    const detail = await callAs(admins, 'GET', '/flows/versioned');
    const etag = detail.headers.get('etag') ?? '';
    const done = await callAs(admins, 'POST', '/flows/versioned/publish', { note: text }, etag);
    expect(done.status).toBe(200);
  };
  await publish('The first of them');
  await saveDraft(page, 'versioned', definition('Good day'));
  await publish('The second of them');
  await page.goto(`${shared.admin.appUrl}t/acme/flows/versioned/versions`);
  const textOf = async () => {
    const draft = await (await callAs(page, 'GET', '/flows/versioned/draft')).json();
    return draft.definition.steps.hello.text;
  };
  await more(page, 'v1', 'Restore v1 as draft');
  await page.getByText('v1 restored as draft').waitFor();
  expect(await textOf()).toBe('Hello');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(textOf).toBe('Good day');
  const focused = () => page.evaluate('document.activeElement.textContent');
  await page.getByRole('link', { name: 'v2', exact: true }).focus();
  await page.keyboard.press('j');
  await expect.poll(focused).toBe('v1');
  await page.keyboard.press('k');
  await expect.poll(focused).toBe('v2');
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await heading(page, 'versioned: v2 and v1');
  await choose(page, 'Canvas');
  const step = page.getByRole('application').getByRole('group', { name: 'Message hello, changed' });
  await step.click();
  await page.getByRole('row', { name: 'text Good day Hello' }).waitFor();
  await expectReadable(page);
});

it('a half-typed note survives a session that ends and is published after the sign-in; an existing widget then runs the flow', async () => {
  const { page } = await open(admin, '');
  await createFlow(page, 'kept');
  await page.goto(`${shared.admin.appUrl}t/acme/flows/kept`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('No problems').waitFor();
  await note(page).fill('Kept over the sign-in');
  await endSession(page);
  // Another request may have noticed the end before: then its dialog is in front of the button.
  await publishButton(page).dispatchEvent('click');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByText('No problems').waitFor();
  await expect.poll(() => note(page).inputValue()).toBe('Kept over the sign-in');
  await publishButton(page).click();
  await page.getByText('v1 is live').waitFor();

  const flowOfWidget = async () =>
    (await (await callAs(page, 'GET', '/widgets/acme-web')).json()).widget.flow;
  expect(await flowOfWidget()).toBe('support');
  const useFlow = page.getByRole('button', { name: 'Use this flow' });
  await pick(page, 'Existing widget', 'Acme support (acme-web) · support');
  await useFlow.click();
  await page.getByText('acme-web saved').waitFor();
  expect(await flowOfWidget()).toBe('kept');
  await page.getByText('Embed code of acme-web').waitFor();
  await page.getByRole('link', { name: 'acme-web', exact: true }).first().waitFor();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await useFlow.waitFor();
  expect(await flowOfWidget()).toBe('support');
});

it('a user who can no longer publish, roll back or copy learns why, and keeps the typed text', async () => {
  const { page } = await open(admin, '');
  await createFlow(page, 'demoted');
  for (const text of ['Hello', 'Good day']) {
    await saveDraft(page, 'demoted', definition(text));
    const etag = (await callAs(page, 'GET', '/flows/demoted')).headers.get('etag') ?? '';
    const published = await callAs(page, 'POST', '/flows/demoted/publish', { note: `It says ${text}` }, etag);
    expect(published.status).toBe(200);
  }
  await saveDraft(page, 'demoted', definition('Good evening'));
  const problem = {
    ...{ type: 'about:blank', title: 'Forbidden', status: 403, code: 'not_allowed' },
    ...{ detail: 'your role may not do this', leastRole: 'admin', correlationId: 'corr-1' },
  };
  await page.route('**/v1/admin/flows/demoted/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    const isChange = /(publish|rollback|draft)$/.test(path) && route.request().method() !== 'GET';
    return isChange ? route.fulfill({ status: 403, json: problem }) : route.fallback();
  });
  const refusal = page
    .getByRole('alert')
    .getByText('Your role (Admin) doesn’t allow this. It requires Admin.');

  await page.goto(`${shared.admin.appUrl}t/acme/flows/demoted`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('No problems').waitFor();
  await note(page).fill('Still mine to say');
  await publishButton(page).click();
  await refusal.waitFor();
  await expect.poll(() => note(page).inputValue()).toBe('Still mine to say');

  await page.goto(`${shared.admin.appUrl}t/acme/flows/demoted/versions`);
  await more(page, 'v1', 'Roll back to v1…');
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await refusal.waitFor();
  await page.goto(`${shared.admin.appUrl}t/acme/flows/demoted/versions`);
  await more(page, 'v1', 'Restore v1 as draft');
  await refusal.waitFor();
});

it('a draft that changed meanwhile is checked again, and one with problems is not published', async () => {
  const { page } = await open(admin, '');
  await createFlow(page, 'raced');
  await page.goto(`${shared.admin.appUrl}t/acme/flows/raced`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('No problems').waitFor();
  await note(page).fill('Somebody else is faster');
  await saveDraft(page, 'raced', { title: 'Returns', start: 'nowhere', steps: {} });
  await publishButton(page).click();
  await page.getByText('The draft changed.').waitFor();
  await page.getByText('Fix these problems first').waitFor();
  await expect.poll(() => note(page).inputValue()).toBe('Somebody else is faster');
  const checked = page.waitForResponse((response) => response.url().endsWith('/draft/validate'));
  await publishButton(page).click();
  await checked;
  await page.getByText('Fix these problems first').waitFor();
  await expectReadable(page);
  const versions = await callAs(page, 'GET', '/flows/raced');
  expect((await versions.json()).live.version).toBe(null);
});

it('a publication whose response was lost is shown as done', async () => {
  const { page } = await open(admin, '');
  await createFlow(page, 'lost');
  await page.goto(`${shared.admin.appUrl}t/acme/flows/lost`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('No problems').waitFor();
  await page.route('**/flows/lost/publish', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await publishButton(page).click();
  await page.getByRole('status').getByText('v1 is live').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('publish=');
});

it('the menu of a row duplicates, exports and deletes its flow; the row says when it was updated', async () => {
  const { page, complaints } = await open(editor, 'flows');
  await createFlow(page, 'listed');
  await page.reload();
  const row = page.getByRole('row').filter({ has: page.getByText('listed', { exact: true }) });
  await row.getByText(`Edited by ${editor}`).waitFor();
  await row.getByRole('time').waitFor();
  await page.getByRole('columnheader', { name: 'Conversations (7 d)' }).waitFor();
  const press = async (name: string) => {
    await row.getByRole('button', { name: 'More actions for Returns' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  // The list shows a picture of the draft before.
  await saveDraft(page, 'listed', definition('Hello again'));
  const download = page.waitForEvent('download');
  await press('Export JSON');
  const exported = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(exported).toMatchObject({ id: 'listed', ...definition('Hello again') });
  await press('Duplicate');
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('Returns');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectReadable(page);
  await press('Delete flow…');
  await page.getByLabel('Type “listed” to confirm').fill('listed');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await heading(page, 'Flows');
  expect(complaints).toEqual([]);
});

it('a flow in use is not deleted, and its users are named; one that is unused is deleted once its name is typed', async () => {
  const { page } = await open(editor, 'flows/support');
  const remove = async (id: string) => {
    await more(page, id === 'support' ? 'Acme support' : 'Returns', 'Delete flow…');
    const button = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByLabel(`Type “${id}” to confirm`).fill(id);
    await button.click();
  };
  await remove('support');
  await page.getByRole('alert').getByText('Still in use. Update these first: widget').waitFor();
  await createFlow(page, 'unused');
  await page.goto(`${shared.admin.appUrl}t/acme/flows/unused`);
  // One that was changed meanwhile is deleted by who still wants it gone.
  await page.getByRole('button', { name: 'More actions for Returns' }).waitFor();
  await saveDraft(page, 'unused', { title: 'Unused', start: 'nowhere', steps: {} });
  await remove('unused');
  await page.getByRole('alert').getByText('Someone else changed this.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await heading(page, 'Flows');
  await page.getByRole('link', { name: 'Acme support' }).waitFor();
  await expect.poll(() => page.getByRole('main').getByText('unused').count()).toBe(0);
});
