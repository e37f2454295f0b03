import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inspector, listOf, row, saved } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';

const definition = {
  title: 'Hinted',
  start: 'ask',
  steps: {
    ask: { kind: 'question', text: { en: 'Which order?', de: 'Welche?' }, saveAs: 'order_id', next: 'look' },
    look: {
      ...{ kind: 'http', method: 'GET', url: 'https://shop.example/orders', next: 'bye', onError: 'bye' },
      headers: { 'x-key': '{{ secrets.shop_key }}' },
    },
    bye: { kind: 'end', text: { en: 'Order {{ oder_id }}' } },
  },
};

const { look } = definition.steps;

/** A flow of its own, opened as a list. */
async function openFlow(page: Page, id: string, draft: object): Promise<void> {
  const made = await callAs(page, 'POST', '/flows', { id, definition, ...draft });
  expect(made.status).toBe(201);
  await page.goto(`${shared.admin.appUrl}t/acme/${listOf(id)}`);
  await page.getByRole('treegrid').waitFor();
}
const problems = (page: Page) => page.getByRole('region', { name: 'Problems' });
const field = (page: Page, name: string) => inspector(page).locator(`[data-field="${name}"]`);

it('a warning is shown below its field and below the problems, the suggested word is one click away, secrets are listed', async () => {
  const { page, complaints } = await open(editor, '');
  await openFlow(page, 'hinted', {});
  await page.getByRole('button', { name: '✕ 2 problems · ⚠ 1 warning' }).click();
  await problems(page).getByText('Warnings (don’t block publishing)').waitFor();
  const said = 'has no translation for de: visitors read it in en';
  await problems(page).getByText(said).waitFor();
  const variables = inspector(page).getByRole('region', { name: 'Variables' });
  await variables.getByText('secrets.shop_key').waitFor();
  await variables.getByRole('button', { name: 'look', exact: true }).click();
  await page.getByRole('heading', { name: 'HTTP request look' }).waitFor();
  await problems(page).getByRole('button', { name: 'bye › Text', exact: true }).click();
  await page.getByRole('heading', { name: 'End bye' }).waitFor();
  await field(page, 'text').getByText(`⚠ ${said}`).waitFor();
  await expectReadable(page);
  await problems(page).getByRole('button', { name: 'Change to order_id' }).click();
  await row(page, /End bye.*order_id/).waitFor();
  // The tenant has no such secret.
  await page.getByRole('button', { name: '✕ 1 problem · ⚠ 1 warning' }).waitFor();
  expect(complaints).toEqual([]);
});

it.each([
  [
    'variable',
    { ...definition.steps.bye, text: 'Order {{ ordr_id }}' },
    'there is no variable ordr_id; did you mean "order_id"?',
    'Change to order_id',
    /End bye.*order_id/,
  ],
  [
    'function',
    { kind: 'end', text: '{{ siz(order_id) }} letters' },
    'there is no function siz; did you mean "size"?',
    'Change to size',
    /End bye.*size\(order_id\)/,
  ],
  [
    'step',
    { kind: 'message', text: 'Order', next: 'aks' },
    'there is no step aks; did you mean "ask"?',
    'Change to ask',
    /^Next ask/,
  ],
])(
  'the nearest %s is suggested at its field, and inserted by one click',
  async (what, bye, said, use, mended) => {
    const { page } = await open(editor, '');
    await openFlow(page, `near-${what}`, {
      definition: { ...definition, steps: { ...definition.steps, look: { ...look, headers: {} }, bye } },
    });
    await page.getByRole('button', { name: /✕ 1 problem/ }).click();
    await problems(page).getByText(said).waitFor();
    await page.keyboard.press('F8');
    await inspector(page).getByText(said).waitFor();
    await problems(page).getByRole('button', { name: use }).click();
    await row(page, mended).waitFor();
    await page.getByRole('button', { name: /^No problems/ }).waitFor();
  },
);

it('a label that no button fits, and a step that no test reaches, are shown and cleared as the draft changes', async () => {
  const { page, complaints } = await open(editor, '');
  const steps = {
    ask: {
      ...{ kind: 'question', text: 'What?', saveAs: 'what', next: 'bye' },
      choices: [
        { label: 'Hours', value: 'hours', next: 'hours' },
        { label: 'Nothing', value: 'nothing' },
      ],
    },
    hours: { kind: 'end', text: 'Nine to five.' },
    bye: { kind: 'end', text: 'Bye' },
  };
  const conversations = [
    { title: 'Other', steps: [{ user: 'hi' }, { expect: 'What?' }, { user: 'Nothing' }, { expect: 'Bye' }] },
  ];
  await openFlow(page, 'warned', { definition: { title: 'Warned', start: 'ask', steps }, conversations });
  await page.getByRole('button', { name: 'No problems · ⚠ 1 warning' }).click();
  await problems(page).getByRole('button', { name: 'hours', exact: true }).click();
  await inspector(page).getByText('⚠ no test reaches this step').waitFor();
  await row(page, /^Question ask/).click();
  await inspector(page).getByLabel('Label').first().fill('When are you open on Sundays?');
  await field(page, 'choices')
    .getByText(/⚠ 0\.label is longer than the 24 characters of a row: WhatsApp cuts it there/)
    .waitFor();
  await page.getByRole('button', { name: /⚠ 3 warnings/ }).waitFor();
  await expectReadable(page);
  await inspector(page).getByLabel('Label').first().fill('Hours');
  await page.getByRole('button', { name: 'No problems · ⚠ 1 warning' }).waitFor();
  await saved(page);
  const checked = await callAs(page, 'POST', '/flows/warned/draft/validate');
  expect(await checked.json()).toMatchObject({
    valid: true,
    warnings: [{ path: 'steps.hours', message: 'no test reaches this step' }],
  });
  expect(complaints).toEqual([]);
});

it('a pasted flow becomes a new flow, named by its title, with a number where that is taken', async () => {
  const { page } = await open(editor, '');
  await callAs(page, 'POST', '/flows', { id: 'from_elsewhere', definition });
  await openFlow(page, 'pasted-into', {});
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    JSON.stringify({ ...definition, title: 'From elsewhere' }),
  );
  const dialog = page.getByRole('dialog', { name: 'Paste flow' });
  await dialog.getByText('3 steps').waitFor();
  await dialog.getByRole('button', { name: 'Create new flow' }).click();
  const made = page.getByRole('dialog', { name: 'New flow' });
  await expect.poll(() => made.getByLabel('Name').inputValue()).toBe('From elsewhere');
  await made.getByText('from_elsewhere_2').waitFor();
  await made.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'From elsewhere' }).waitFor();
});
