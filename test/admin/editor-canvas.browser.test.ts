import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);

/** Counts how often a text is drawn: the cards look for what is filled in with this very split. */
const countDrawn = `(() => {
  window.drawn = [];
  const split = String.prototype.split;
  String.prototype.split = function (by, ...rest) {
    if (by instanceof RegExp && by.source.includes('\\\\{\\\\{.*?')) window.drawn.push(String(this));
    return split.call(this, by, ...rest);
  };
})()`;

const definition = {
  title: 'Drawn',
  start: 'hello',
  steps: {
    hello: { kind: 'message', text: 'Hello', next: 'ask' },
    ask: {
      kind: 'question',
      text: 'How?',
      choices: [{ label: 'Well', value: 'well' }],
      saveAs: 'how',
      next: 'bye',
    },
    bye: { kind: 'end', text: 'Goodbye' },
    late: { kind: 'message', text: 'Late', next: 'bye' },
  },
};

async function edit(id: string, layout: object = {}) {
  const tab = await open('editor@acme.example', '', { viewport: { width: 1440, height: 1000 } });
  const { page } = tab;
  await callAs(page, 'POST', '/flows', { id, definition, layout });
  await page.addInitScript(countDrawn);
  await page.goto(`${shared.admin.appUrl}t/acme/flows/${id}/edit?view=canvas`);
  await page.getByRole('application').waitFor();
  // Once the faults are found, and whose publishing is has been said above, nothing moves any more.
  await node(page, 'late').locator('.node-problem').waitFor();
  await page.locator('#why-not-published').getByText(/Ask/).waitFor();
  const saved = async () => {
    await page.keyboard.press('Control+s');
    return (await callAs(page, 'GET', `/flows/${id}/draft`)).json();
  };
  return { ...tab, saved };
}

const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const centre = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let n = 1; n <= 8; n += 1)
    await page.mouse.move(from.x + ((to.x - from.x) * n) / 8, from.y + ((to.y - from.y) * n) / 8);
  await page.mouse.up();
}
const port = (id: string, key: string) =>
  `.react-flow__node[data-id="${id}"] .react-flow__handle[data-handleid="${key}"]`;

/** Drops a kind of the palette on the middle of a way, once that is where the pointer would meet it. */
function dropOnWay([id = '', kind = '']: string[]): boolean {
  const path = document.querySelector<SVGPathElement>(`.react-flow__edge[data-id="${id}"] path`);
  const toScreen = path?.getScreenCTM();
  if (!path || !toScreen) return false;
  // Where another way crosses it, the drop would be on that one.
  const points = [1, 2, 3, 4, 5, 6, 7].map((n) => {
    const { x, y } = path.getPointAtLength((path.getTotalLength() * n) / 8).matrixTransform(toScreen);
    // A mouse event has whole pixels.
    return { x: Math.floor(x), y: Math.floor(y) };
  });
  const isOnIt = ({ x, y }: { readonly x: number; readonly y: number }) =>
    document.elementFromPoint(x, y)?.closest('.react-flow__edge')?.getAttribute('data-id') === id;
  const point = points.find(isOnIt);
  const met = point && document.elementFromPoint(point.x, point.y);
  if (!met) return false;
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('application/x-flow-step', kind);
  const at = { clientX: point.x, clientY: point.y };
  met.dispatchEvent(new DragEvent('drop', { dataTransfer, ...at, bubbles: true, cancelable: true }));
  return true;
}

it('a step is dragged without rendering another, moved by keys, arranged, and each change is undone', async () => {
  const { page, complaints, saved } = await edit('moved');
  await expectReadable(page);
  expect(await page.evaluate<string[]>('drawn')).toEqual(expect.arrayContaining(['Hello', 'How?', 'Late']));
  await page.evaluate('drawn.length = 0');
  const from = await centre(page, '.react-flow__node[data-id="late"] .node-kind');
  const before = await node(page, 'bye').boundingBox();
  await drag(page, from, { x: from.x + 90, y: from.y + 120 });
  const drawn = await page.evaluate<string[]>('drawn');
  expect(drawn.filter((text) => text !== 'Late')).toEqual([]);
  await expect
    .poll(async () => Object.keys((await saved()).layout.positions ?? {}).sort())
    .toEqual(['ask', 'bye', 'hello', 'late']);
  const { positions } = (await saved()).layout;
  expect(await node(page, 'bye').boundingBox()).toEqual(before);
  await node(page, 'late').click();
  await page.getByRole('application').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(async () => (await saved()).layout.positions.late.x).toBe(positions.late.x + 8);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await saved()).layout.positions).toEqual(positions);
  await page.getByRole('button', { name: 'Tidy up' }).click();
  await expect.poll(async () => (await saved()).layout.positions.late).not.toEqual(positions.late);
  await page.getByRole('application').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await saved()).layout.positions).toEqual(positions);
  expect(complaints).toEqual([]);
});

it('connections are drawn by dragging, by two clicks, and to empty space, which offers steps to add; a step is inserted between two', async () => {
  const { page, complaints, saved } = await edit('joined');
  const choice = port('ask', 'choices.0.next');
  await drag(
    page,
    await centre(page, choice),
    await centre(page, '.react-flow__node[data-id="late"] .node-kind'),
  );
  await expect.poll(async () => (await saved()).definition.steps.ask.choices[0].next).toBe('late');
  await page.locator(port('late', 'next')).click();
  await node(page, 'ask').locator('.node-kind').click();
  await expect.poll(async () => (await saved()).definition.steps.late.next).toBe('ask');
  const pane = (await page.locator('.react-flow__pane').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await drag(page, await centre(page, port('ask', 'onSilence')), {
    x: pane.x + 60,
    y: pane.y + pane.height - 60,
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByText('End', { exact: true }).first().click();
  await expect.poll(async () => (await saved()).definition.steps.ask.onSilence).toMatch(/^end/);
  // Dropped on a way, a step comes between.
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await expect.poll(() => page.evaluate(dropOnWay, ['hello next', 'message'])).toBe(true);
  await expect.poll(async () => (await saved()).definition.steps.hello.next).toMatch(/^message/);
  const { steps } = (await saved()).definition;
  expect(steps[steps.hello.next].next).toBe('ask');
  await page.locator('.react-flow__edge[data-id="hello next"]').dispatchEvent('mouseover');
  await page.getByRole('button', { name: 'Add step here…' }).click();
  await dialog.getByText('Wait', { exact: true }).first().click();
  await expect.poll(async () => (await saved()).definition.steps.hello.next).toMatch(/^wait/);
  await expectReadable(page);
  expect(complaints).toEqual([]);
});

it('the test chat runs the current draft, shows its path, offers a replay after a change, and saves a test', async () => {
  const { page, complaints, saved } = await edit('chatted');
  await page.getByRole('application').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByLabel('Type as the visitor').fill('hi');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await log.getByText('How?', { exact: true }).waitFor();
  await page.locator('.node[data-walked="here"]').getByText('How?').waitFor();
  await node(page, 'ask').locator('.node-kind').click();
  const words = page.locator('[data-field="text"]').getByRole('textbox').first();
  await words.fill('How are you?');
  await page.getByText('The flow changed').waitFor();
  await page.getByRole('button', { name: 'Replay from the start' }).click();
  await log.getByText('How are you?', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save as test…' }).click();
  await page.getByLabel('Test name').fill('A greeting');
  await page.getByRole('button', { name: 'Save test' }).click();
  await page.getByText('✓ Passed').waitFor();
  await expect.poll(async () => (await saved()).conversations.length).toBe(1);
  await expectReadable(page);
  expect(complaints).toEqual([]);
});

it('a group moves with its frame and its steps, as one change', async () => {
  const positions = {
    ...{ hello: { x: 0, y: 0 }, ask: { x: 360, y: 0 } },
    ...{ late: { x: 0, y: 320 }, bye: { x: 720, y: 0 } },
  };
  const groups = [{ id: 'pair', title: 'Pair', steps: ['late'] }];
  const { page, saved } = await edit('framed', { positions, groups });
  const title = page.locator('.node-frame bdi');
  const box = await title.boundingBox();
  if (!box) throw new Error('no frame is seen');
  const from = { x: box.x + 4, y: box.y + box.height / 2 };
  await drag(page, from, { x: from.x + 60, y: from.y + 40 });
  await expect.poll(async () => (await saved()).layout.positions.late.x).toBeGreaterThan(0);
  const { layout } = await saved();
  expect(layout.positions.late.y).toBeGreaterThan(320);
  expect([layout.positions.hello, layout.positions.bye]).toEqual([positions.hello, positions.bye]);
  await page.getByRole('application').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await saved()).layout.positions).toEqual(positions);
});
