import { expect, it } from 'vitest';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);

it("two users in one flow see each other and the other's step; a user who closes it disappears", async () => {
  const { page: edgar, complaints } = await open('editor@acme.example', 'flows/support/edit?step=menu');
  await edgar.getByRole('application').waitFor();
  const { page: ada } = await open('admin@acme.example', 'flows/support/edit');
  const others = ada.getByRole('list', { name: 'Also in this flow' });
  const other = others.getByRole('img');
  await other.waitFor();
  expect(await other.getAttribute('aria-label')).toMatch(/: menu$/);
  await other.focus();
  await ada
    .getByRole('tooltip')
    .getByText(/: menu$/)
    .waitFor();
  await expectReadable(ada);
  if (process.env.SHOTS) await ada.screenshot({ path: `${process.env.SHOTS}/editors.png` });
  // Edgar's next poll tells of Ada.
  await edgar.getByRole('list', { name: 'Also in this flow' }).getByRole('img').waitFor();
  await edgar.context().close();
  await expect.poll(() => others.count(), { timeout: 50_000 }).toBe(0);
  expect(complaints).toEqual([]);
});
