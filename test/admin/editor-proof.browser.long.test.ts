import { expect, it } from 'vitest';
import { evaluate } from '../../src/engine/expressions.ts';
import { renderTemplate } from '../../src/engine/templates.ts';
import { choose, draftOf, inspector, listOf, makeFlow, row } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { thirtyExpressions } from '../support/thirty-expressions.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';

it('fifty commands on the page are undone to the first document, and done again to the last', async () => {
  const { page, complaints } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'fifty');
  const first = await draftOf(page, 'fifty', callAs);
  const steps = page.getByRole('row', { name: /^(Message|Question|End)/ });
  const dialog = page.getByRole('dialog');
  const answer = async (key: string, name: string) => {
    await page.keyboard.press(key);
    await dialog.waitFor();
    await choose(page, name);
    await dialog.waitFor({ state: 'detached' });
  };
  const commands: readonly ((n: number) => Promise<void>)[] = [
    async () => page.keyboard.press('Control+d'),
    async () => page.keyboard.press('n'),
    async (n) => answer('F2', `named_${n}`),
    async (n) => answer('g', `Group ${n}`),
    async () => page.keyboard.press('Delete'),
    async () => page.keyboard.press('Control+d'),
  ];
  for (let n = 0; n < 50; n += 1) {
    await steps.first().waitFor();
    await steps.nth((n * 7) % (await steps.count())).focus();
    await commands[(n * 5 + Math.floor(n / 6)) % commands.length]?.(n);
  }
  const last = await draftOf(page, 'fifty', callAs);
  expect(last).not.toEqual(first);

  const pressAll = async (name: RegExp) => {
    const button = page.getByRole('button', { name });
    let pressed = 0;
    for (; await button.isEnabled(); pressed += 1) await button.click();
    return pressed;
  };
  const undone = await pressAll(/^(Undo|Nothing to undo)/);
  expect(undone).toBeGreaterThanOrEqual(50);
  expect(await draftOf(page, 'fifty', callAs)).toEqual(first);
  expect(await pressAll(/^(Redo|Nothing to redo)/)).toBe(undone);
  expect(await draftOf(page, 'fifty', callAs)).toEqual(last);
  expect(complaints).toEqual([]);
});

it('the line below a field says what the engine makes of each of thirty expressions', async () => {
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
