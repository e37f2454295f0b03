import { expect, it } from 'vitest';
import { evaluate } from '../../src/engine/expressions.ts';
import { renderTemplate } from '../../src/engine/templates.ts';
import { inspector, listOf, row } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { thirtyExpressions } from '../support/thirty-expressions.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';

it("the line below a field shows the engine's result for each of thirty expressions", async () => {
  const { page, complaints } = await open(editor, '');
  const variables = {
    ...{ shop: 'Lamps', tries: 2, order_id: '1001' },
    order: { status: 'shipped', items: ['Dusk', 'Dawn'] },
  };
  // What only a step that fails sets is no variable here.
  const written = thirtyExpressions.filter((expression) => expression !== 'error');
  expect(written.length).toBeGreaterThanOrEqual(30);
  const steps = Object.fromEntries(
    written.map((expression, n) => [
      `says_${n}`,
      {
        kind: 'message',
        text: `It is {{ ${expression} }}.`,
        next: n + 1 < written.length ? `says_${n + 1}` : 'bye',
      },
    ]),
  );
  const definition = { start: 'says_0', variables, steps: { ...steps, bye: { kind: 'end' } } };
  const made = await callAs(page, 'POST', '/flows', { id: 'thirty', definition });
  expect(made.status).toBe(201);
  await page.goto(`${shared.admin.appUrl}t/acme/${listOf('thirty')}`);
  const scope = { ...variables, message: { user: { firstName: 'Ada' }, metadata: {} } };
  for (const [n, expression] of written.entries()) {
    await row(page, new RegExp(`^Message says_${n}\\b`)).click();
    const value = renderTemplate(`It is {{ ${expression} }}.`, (one) => evaluate(one, scope));
    await inspector(page)
      .getByRole('heading', { name: `Message says_${n}`, exact: true })
      .waitFor();
    await expect.poll(() => inspector(page).locator('[data-result] bdi').first().textContent()).toBe(value);
  }
  expect(complaints).toEqual([]);
});
