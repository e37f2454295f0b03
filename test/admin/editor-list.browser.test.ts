import { expect, it } from 'vitest';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';
const count = 220;
const idOf = (n: number) => `step_${String(n).padStart(3, '0')}`;

it('of a long flow only what is in sight is drawn, and any row is reached by key', async () => {
  const { page, complaints } = await open(editor, 'flows');
  const steps = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      idOf(n),
      n === count - 1 ? { kind: 'end' } : { kind: 'message', text: `Text ${n}`, next: idOf(n + 1) },
    ]),
  );
  const made = await callAs(page, 'POST', '/flows', {
    id: 'long_list',
    definition: { start: idOf(0), steps },
  });
  expect(made.status).toBe(201);
  await page.goto(`${shared.admin.appUrl}t/acme/flows/long_list/edit?view=list`);
  const tree = page.getByRole('treegrid');
  await tree.waitFor();
  const rowCount = Number(await tree.getAttribute('aria-rowcount'));
  expect(rowCount).toBeGreaterThan(400);
  const drawn = tree.locator('tbody').getByRole('row');
  expect(await drawn.count()).toBeLessThan(80);
  await drawn.first().focus();
  await page.keyboard.press('End');
  const focused = page.locator('.tree-row:focus');
  expect(await focused.getAttribute('aria-rowindex')).toBe(String(rowCount));
  expect(await drawn.count()).toBeLessThan(80);
  await page.keyboard.press('Home');
  expect(await focused.getAttribute('aria-rowindex')).toBe('2');
  expect(complaints).toEqual([]);
});
