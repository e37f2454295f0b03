import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, endSession, heading, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const editor = 'editor@acme.example';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New flow' });
const name = (page: Page) => dialog(page).getByLabel('Name');
/** Presses what the menu of a flow's page offers. */
const more = async (page: Page, flow: string, name: string) => {
  await page.getByRole('button', { name: `More actions for ${flow}` }).click();
  await page.getByRole('menuitem', { name }).click();
};
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create' });
const jsonFile = (text: string) => ({
  name: 'flow.json',
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (look, options) => {
  it('by keyboard alone a blank flow is created, and has no problems', async () => {
    const { page, complaints } = await open(editor, 'flows', options);
    await page.getByRole('button', { name: 'New flow' }).focus();
    await page.keyboard.press('Enter');
    await name(page).focus();
    await expectReadable(page);
    await page.keyboard.type(`blank-${look.replaceAll(' ', '_')}`);
    await page.keyboard.press('Enter');
    // In the editor, at its first step, with what to do next in a line.
    await page.getByRole('heading', { name: 'Message welcome' }).waitFor();
    await page.getByText('Press A to add a step').waitFor();
    await expectReadable(page);
    await choose(page, 'List');
    await page
      .getByRole('row', { name: /^Question ask/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Flows', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: `blank-${look.replaceAll(' ', '_')}` });
    await row.getByText(`Edited by ${editor}`, { exact: false }).waitFor();
    expect(await row.textContent()).not.toMatch(/\bproblems?\b/);
    expect(complaints).toEqual([]);
  });
});

const templates = ['greeting', 'faq', 'order', 'lead', 'booking', 'survey', 'handoff', 'reminder'];

it('every template becomes a flow without problems, with its tests', async () => {
  const { page } = await open(editor, 'flows');
  for (const template of templates) {
    await page.goto(`${shared.admin.appUrl}t/acme/flows?new&from=example:${template}`);
    await name(page).fill(`my_${template}`);
    const created = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/v1/admin/flows'),
    );
    await create(page).click();
    const { conversations } = await (await created).json();
    expect([template, conversations.length > 0]).toEqual([template, true]);
    await page.getByRole('link', { name: 'Versions' }).waitFor();
  }
  await page.goto(`${shared.admin.appUrl}t/acme/flows?q=my_`);
  await expect.poll(() => page.getByRole('row').count()).toBe(templates.length + 1);
  expect(await page.getByRole('table').textContent()).not.toMatch(/\bproblems?\b/);
}, 300_000);

it('a flow is duplicated from its page; a taken name is refused, and stays typed', async () => {
  const { page } = await open(editor, 'flows/support');
  await more(page, 'Acme support', 'Duplicate…');
  await dialog(page).getByRole('radio', { name: 'Copy of a flow', checked: true }).waitFor();
  await expect.poll(() => dialog(page).getByLabel('Flow to copy').first().inputValue()).toBe('Acme support');
  await name(page).fill('support');
  await create(page).click();
  await dialog(page).getByRole('alert').getByText('This name is already taken').waitFor();
  await expectReadable(page);
  expect(await name(page).inputValue()).toBe('support');
  await name(page).fill('support-2');
  await create(page).click();
  await heading(page, 'support-2');
  await page.getByText('Not published').first().waitFor();
  await page.getByRole('group', { name: 'Message welcome' }).waitFor();
});

it('a file becomes a flow under its own name; an invalid one is refused with a reason', async () => {
  const { page } = await open(editor, 'flows?new&from=file');
  const upload = dialog(page).getByLabel('File');
  await upload.setInputFiles(jsonFile('{"title":'));
  await page.getByText('Not a valid JSON file').waitFor();
  expect(await create(page).isDisabled()).toBe(true);
  await upload.setInputFiles(jsonFile('[]'));
  await page.getByText('This file doesn’t contain a flow').waitFor();
  await upload.setInputFiles(jsonFile(JSON.stringify({ steps: {}, text: 'x'.repeat(360_000) })));
  await page.getByText('File is too large').waitFor();
  const flow = {
    id: 'uploaded',
    version: 7,
    start: 'bye',
    steps: { bye: { kind: 'end', text: 'Good bye' } },
  };
  await upload.setInputFiles(jsonFile(JSON.stringify(flow)));
  await page.getByText('File loaded').waitFor();
  expect(await name(page).inputValue()).toBe('uploaded');
  await expectReadable(page);
  await endSession(page);
  await create(page).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect.poll(() => name(page).inputValue()).toBe('uploaded');
  await create(page).click();
  await heading(page, 'uploaded');
  await page.getByText('Good bye').first().waitFor();
  const download = page.waitForEvent('download');
  await more(page, 'uploaded', 'Export JSON');
  const saved = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(saved).toEqual({ ...flow, version: 1 });
});

it('a template is tried in the gallery before it is created, under any title; its id is made from it', async () => {
  const { page, complaints } = await open(editor, 'flows?new');
  await dialog(page)
    .getByRole('radio', { name: /^Lead form/ })
    .click();
  await dialog(page).getByText('Comes with 2 tests').waitFor();
  const chat = dialog(page).getByRole('region', { name: 'Try Lead form' });
  await chat.getByRole('button', { name: 'Say “Hi”' }).click();
  await chat.getByText('What is your name?').waitFor();
  await chat.getByRole('textbox', { name: 'Message' }).fill('Ada');
  await page.keyboard.press('Enter');
  await chat.getByText('Nice to meet you, Ada.').waitFor();
  await name(page).fill('Spring leads: Zürich!');
  await dialog(page).getByText('spring-leads-zurich').waitFor();
  await expectReadable(page);
  await create(page).click();
  await heading(page, 'Spring leads: Zürich!');
  expect(new URL(page.url()).pathname).toMatch(/flows\/spring-leads-zurich$/);
  expect(complaints).toEqual([]);
});

it("a viewer can't create a flow, by the address either", async () => {
  const { page } = await open('viewer@acme.example', 'flows?new');
  await page.getByRole('link', { name: 'Acme support' }).first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'New flow' }).count()).toBe(0);
});

it('a user who loses the permission to create flows while filling in the form learns it, and keeps the typed values', async () => {
  const { page } = await open(editor, 'flows?new');
  await name(page).fill('half-done');
  await page.route('**/v1/admin/flows', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: {
            type: 'about:blank',
            title: 'Blocked',
            status: 403,
            detail: 'said by the service',
            code: 'not_allowed',
            correlationId: 'corr-1',
            leastRole: 'editor',
          },
        })
      : route.fallback(),
  );
  await create(page).click();
  const alert = dialog(page).getByRole('alert');
  await alert.getByText('It requires Editor.').waitFor();
  await expect.poll(() => alert.textContent()).toContain('corr-1');
  await expect.poll(() => name(page).inputValue()).toBe('half-done');
  await expectReadable(page);
  await page.unrouteAll();
  await create(page).click();
  await heading(page, 'half-done');
});
