import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readCanvas } from '../../src/admin/features/flows/canvas/read-canvas.ts';
import { inspector, row } from '../support/edit-flow.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { choose, openSignedIn, shareAdmin, storedIn } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const viewer = 'viewer@acme.example';
const admin = 'admin@acme.example';
const support = readCanvas(
  JSON.parse(readFileSync('examples/tenants/acme/flows/support.json', 'utf8')),
  'en',
);

const canvasOf = (page: Page) => page.getByRole('application');
const card = (page: Page, name: string) => canvasOf(page).getByRole('group', { name, exact: true });
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
const stepOf = (page: Page) => new URL(page.url()).searchParams.get('step');
const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: Number.NaN, y: Number.NaN };

/** Presses keys, each when the one before has led where it leads. */
async function walk(page: Page, ...keys: (readonly [key: string, step: string | null])[]) {
  for (const [key, step] of keys) {
    await page.keyboard.press(key);
    await expect.poll(() => stepOf(page)).toBe(step);
  }
}

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('the canvas shows every step and every connection; it can be read, and the selected step is shown beside it', async () => {
    const { page, complaints } = await open(viewer, 'flows/support?view=canvas&step=menu', options);
    await card(page, 'Question menu').waitFor();
    await expect.poll(() => canvasOf(page).getByRole('group').count()).toBe(support.cards.length);
    await expect
      .poll(() => canvasOf(page).locator('.react-flow__edge-path').count())
      .toBe(support.edges.length);
    await inspector(page).getByRole('heading', { name: 'Question menu' }).waitFor();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(complaints).toEqual([]);
  });
});

it('the canvas is navigated, read and left by keyboard, and announces the position', async () => {
  const { page } = await open(viewer, 'flows/support?view=canvas');
  await canvasOf(page).focus();
  await walk(page, ['ArrowRight', '$start'], ['ArrowRight', 'welcome'], ['ArrowRight', 'menu']);
  await page
    .getByRole('status')
    .getByText(/^Question menu, \d+ outputs, \d+ of \d+$/)
    .waitFor();
  await walk(page, ['ArrowLeft', 'welcome'], ['ArrowRight', 'menu']);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Question menu');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await walk(page, ['Home', '$start'], ['Escape', null]);
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).not.toBe(null);
});

it('a connection of the selected step leads to the next one, on the canvas and in the list', async () => {
  const { page } = await open(viewer, 'flows/support?view=canvas&step=welcome');
  await inspector(page).getByRole('button', { name: 'Go to menu' }).click();
  await expect.poll(() => card(page, 'Question menu').locator('[data-chosen=true]').count()).toBe(1);
  await choose(page, 'List');
  await row(page, /^Start/)
    .getByRole('link', { name: 'welcome' })
    .click();
  await expect.poll(() => focused(page)).toContain('welcome');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toContain('What can we do for you?');
  await page.goto(`${shared.admin.appUrl}t/acme/flows/support`);
  // The choice is kept on this device.
  await row(page, /^Question menu/).waitFor();
});

it('the list loads nothing of the canvas', async () => {
  const { page, addresses } = await open(viewer, 'flows/support?view=list');
  await row(page, /^Question menu/).waitFor();
  expect(addresses.filter((address) => /\/FlowCanvas-|arrange/.test(address))).toEqual([]);
});

it('in Arabic the canvas runs from right to left, and so do the arrow keys', async () => {
  const { page } = await open(viewer, '');
  await page.evaluate("localStorage.setItem('gateway-admin.language', 'ar')");
  await page.goto(`${shared.admin.appUrl}t/acme/flows/support?view=canvas`);
  await card(page, 'البداية').waitFor();
  await expect
    .poll(async () => {
      const [start, welcome] = [await boxOf(card(page, 'البداية')), await boxOf(card(page, 'رسالة welcome'))];
      return welcome.x < start.x;
    })
    .toBe(true);
  await canvasOf(page).focus();
  await walk(page, ['ArrowLeft', '$start'], ['ArrowLeft', 'welcome'], ['ArrowRight', '$start']);
});

it('steps are where an editor placed them, with notes, frames, and groups that fold', async () => {
  const { page } = await open(admin, '');
  const { accessToken = '' } = (await storedIn(page, 'tokens')) ?? {};
  const created = await fetch(`${shared.admin.url}/v1/admin/flows`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: 'laid-out',
      definition: {
        start: 'one',
        steps: {
          one: { kind: 'message', text: 'Hi', next: 'two' },
          two: { kind: 'message', text: 'Bye', next: 'three' },
          three: { kind: 'message', text: 'Done', next: 'nowhere' },
        },
      },
      layout: {
        positions: { one: { x: 0, y: 0 }, two: { x: 0, y: 300 } },
        groups: [
          { id: 'g', title: 'Farewell', steps: ['two'] },
          { id: 'h', title: 'Tidy', steps: ['three'], folded: true },
        ],
        notes: [{ id: 'n', text: 'Ask Grace', x: 400, y: 0 }],
      },
    }),
  });
  expect(created.status).toBe(201);
  await page.goto(`${shared.admin.appUrl}t/acme/flows/laid-out?view=canvas`);
  await page.getByText('Farewell').waitFor();
  await page.getByText('Ask Grace').waitFor();
  await expect
    .poll(async () => {
      const [one, two] = [await boxOf(card(page, 'Message one')), await boxOf(card(page, 'Message two'))];
      return Math.round(one.x - two.x) === 0 && one.y < two.y;
    })
    .toBe(true);
  await expect
    .poll(async () => (await boxOf(card(page, 'Start'))).x < (await boxOf(card(page, 'Message one'))).x)
    .toBe(true);
  const said = (text: string) => page.getByRole('status').getByText(text).waitFor();
  await canvasOf(page).focus();
  await walk(page, ['Home', '$start'], ['ArrowRight', 'one'], ['ArrowRight', 'two']);
  await walk(page, ['ArrowRight', '$group.h']);
  await said('Tidy, collapsed: 1 step, 1 output');
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await walk(page, ['Enter', 'three']);
  await said('Message three, 1 problem, 1 output');
  await inspector(page).getByText('there is no step nowhere').waitFor();
  await walk(page, ['f', '$group.h'], ['ArrowLeft', 'two'], ['f', '$group.g']);
  await expect.poll(() => card(page, 'Message two').count()).toBe(0);
  await canvasOf(page).getByRole('button', { name: 'Expand' }).first().click();
  await card(page, 'Message two').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
});

it('where the layout fails, the page says so and shows the list', async () => {
  const { page } = await open(viewer, '');
  await page.route('**/arrange.worker*', (route) => route.abort());
  await page.goto(`${shared.admin.appUrl}t/acme/flows/support?view=canvas`);
  await page.getByRole('alert').getByText('Couldn’t lay out the flow.').waitFor();
  await choose(page, 'List');
  await row(page, /^Question menu/).waitFor();
});
