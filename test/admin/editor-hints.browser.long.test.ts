import { expect, it } from 'vitest';
import { inspector, listOf, row } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);

const definition = {
  title: 'Hinted',
  start: 'ask',
  steps: {
    ask: { kind: 'question', text: { en: 'Which order?', de: 'Welche?' }, saveAs: 'order_id', next: 'look' },
    look: {
      ...{ kind: 'http', url: 'https://shop.example/orders', next: 'bye', onError: 'bye' },
      headers: { 'x-key': '{{ secrets.shop_key }}' },
    },
    bye: { kind: 'end', text: { en: 'Order {{ oder_id }}' } },
  },
};

it('a warning stands below the faults, the word that was meant is one click away, and secrets are listed by name', async () => {
  const { page, complaints } = await open('editor@acme.example', '');
  await callAs(page, 'POST', '/flows', { id: 'hinted', definition });
  await page.goto(`${shared.admin.appUrl}t/acme/${listOf('hinted')}`);
  await page.getByRole('button', { name: '✕ 1 fault · ⚠ 1 warning' }).click();
  const panel = page.getByRole('region', { name: 'Faults' });
  await panel.getByText('Warnings: they stop nothing.').waitFor();
  await panel.getByText('is not written in de: who speaks that reads it in en').waitFor();
  const variables = inspector(page).getByRole('region', { name: 'Variables' });
  await variables.getByText('secrets.shop_key').waitFor();
  await expectReadable(page);
  await variables.getByRole('button', { name: 'look', exact: true }).click();
  await page.getByRole('heading', { name: 'HTTP look' }).waitFor();
  await panel.getByRole('button', { name: 'Use order_id' }).click();
  await row(page, /End bye.*order_id/).waitFor();
  await page.getByRole('button', { name: '⚠ 1 warning' }).waitFor();
  expect(complaints).toEqual([]);
});

it('a whole flow that is pasted becomes one of its own by the name that its title makes, with a number where it is taken', async () => {
  const { page } = await open('editor@acme.example', '');
  await callAs(page, 'POST', '/flows', { id: 'pasted-into', definition: { ...definition, title: 'Into' } });
  await callAs(page, 'POST', '/flows', { id: 'from_elsewhere', definition });
  await page.goto(`${shared.admin.appUrl}t/acme/${listOf('pasted-into')}`);
  await page.getByRole('treegrid').waitFor();
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    JSON.stringify({ ...definition, title: 'From elsewhere' }),
  );
  const dialog = page.getByRole('dialog', { name: 'A whole flow was pasted' });
  await dialog.getByText('It has 3 steps.').waitFor();
  await dialog.getByRole('button', { name: 'As a new flow' }).click();
  const made = page.getByRole('dialog', { name: 'New flow' });
  await expect.poll(() => made.getByLabel('Name').inputValue()).toBe('from_elsewhere_2');
});
