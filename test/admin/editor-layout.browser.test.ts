import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inspector } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const viewport = { width: 1440, height: 900 };

/** A greeting, a question, a look-up, a handoff and an end. */
const definition = {
  title: 'Orders',
  start: 'welcome',
  variables: { order: '' },
  steps: {
    welcome: { kind: 'message', text: 'Hello! I find your parcels.', next: 'ask' },
    ask: {
      kind: 'question',
      text: 'Which order is it about?',
      saveAs: 'order',
      next: 'look_up',
    },
    look_up: {
      kind: 'http',
      method: 'GET',
      url: 'https://shop.example/orders/{{ order }}',
      next: 'thanks',
      onError: 'agent',
    },
    agent: { kind: 'handoff', reason: 'The shop does not answer' },
    thanks: { kind: 'end', text: 'It is on its way.' },
  },
};

/** The part of the window that the canvas has. */
async function shareOfCanvas(page: Page): Promise<number> {
  const box = await page.getByRole('application').boundingBox();
  return box ? (box.width * box.height) / (viewport.width * viewport.height) : 0;
}

/** The height of the smallest letters on the cards, as they are seen. */
const smallestText = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const zoom = new DOMMatrix(
      getComputedStyle(document.querySelector('.react-flow__viewport') ?? document.body).transform,
    ).a;
    const shown = [...document.querySelectorAll('.node *')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    );
    return zoom * Math.min(...shown.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)));
  });

/** Five steps that follow each other. */
const inLine = {
  ...{ title: 'In line', start: 'step_1', variables: { answer: '' } },
  steps: Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [
      `step_${n}`,
      n === 5
        ? { kind: 'end', text: 'Good bye, and thank you for your patience.' }
        : { kind: 'message', text: 'This is what the bot has to say here.', next: `step_${n + 1}` },
    ]),
  ),
};

it('the canvas fills the window, panels open and close beside it, and five steps can be read at once', async () => {
  const { page, complaints } = await open('admin@acme.example', '', { viewport });
  await callAs(page, 'POST', '/flows', { id: 'orders', definition });
  await callAs(page, 'POST', '/flows', { id: 'in-line', definition: inLine });
  await page.goto(`${shared.admin.appUrl}t/acme/flows/in-line/edit?view=canvas`);
  await page.getByRole('application').waitFor();
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await expect.poll(() => smallestText(page)).toBeGreaterThanOrEqual(11);
  await page.goto(`${shared.admin.appUrl}t/acme/flows/orders/edit?view=canvas`);
  await page.getByRole('application').waitFor();
  await page.getByRole('button', { name: 'No problems' }).waitFor();
  await expect.poll(() => shareOfCanvas(page)).toBeGreaterThanOrEqual(0.85);
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await expect.poll(() => smallestText(page)).toBeGreaterThanOrEqual(11);
  await expectReadable(page);
  await page.locator('.react-flow__node[data-id="ask"]').click({ position: { x: 12, y: 4 } });
  await inspector(page).getByRole('heading', { name: 'Question ask' }).waitFor();
  expect(await shareOfCanvas(page)).toBeGreaterThanOrEqual(0.6);
  await inspector(page).getByRole('button', { name: 'Step actions' }).click();
  await page.getByRole('menuitem', { name: /^Duplicate/ }).click();
  await page.locator('.react-flow__node[data-id="ask_2"]').waitFor();
  await inspector(page).getByRole('tab', { name: 'Flow' }).click();
  await inspector(page).getByRole('region', { name: 'Variables' }).waitFor();
  await inspector(page).getByRole('tab', { name: 'Step' }).click();
  await inspector(page).getByRole('heading', { name: 'Question ask_2' }).waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByLabel('Type as the visitor').waitFor();
  // With the inspector below the test chat.
  expect(await shareOfCanvas(page)).toBeGreaterThanOrEqual(0.6);
  await page.getByRole('button', { name: 'Close test chat' }).click();
  await inspector(page).getByRole('button', { name: 'Close inspector' }).click();
  await expect.poll(() => shareOfCanvas(page)).toBeGreaterThanOrEqual(0.85);
  await expectReadable(page);
  expect(complaints).toEqual([]);
});

it('in the list view the test chat takes the place of the inspector, and leaves the actions of each row in sight', async () => {
  const { page } = await open('admin@acme.example', '', { viewport });
  await callAs(page, 'POST', '/flows', { id: 'listed', definition });
  await page.goto(`${shared.admin.appUrl}t/acme/flows/listed/edit?view=list&step=ask`);
  await inspector(page).getByRole('heading', { name: 'Question ask' }).waitFor();
  const actions = page.getByRole('button', { name: 'Actions for ask', exact: true });
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByLabel('Type as the visitor').waitFor();
  await expect.poll(() => inspector(page).isVisible()).toBe(false);
  const ends = async () => {
    const [button, chat] = [await actions.boundingBox(), await page.locator('.editor-panel').boundingBox()];
    return button && chat ? button.x + button.width <= chat.x : null;
  };
  await expect.poll(ends).toBe(true);
  await page.getByRole('button', { name: 'Close test chat' }).click();
  await inspector(page).getByRole('heading', { name: 'Question ask' }).waitFor();
});

it('the first text of a new flow has the focus', async () => {
  const { page } = await open('editor@acme.example', 'flows?new', { viewport });
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByLabel('Name').fill('begun');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const text = inspector(page).locator('[data-field="text"]');
  await expect.poll(() => text.evaluate((field) => field.contains(document.activeElement))).toBe(true);
  expect(new URL(page.url()).searchParams.has('new')).toBe(false);
});
