import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { flowDefinition } from '../../src/contract/flow.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

const marked = [
  '## Opening **hours**',
  'We are *here*, call +49 30 123456 or write to shop@acme.example, see [our page](https://acme.example/x).',
  '',
  '- Monday',
  '- ~~Sunday~~',
  '',
  '> quoted',
  '',
  '`code` <b>no</b> <img src=x onerror="alert(1)"> [evil](javascript:alert(1))',
].join('\n');

const flow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'show',
  triggers: [{ words: ['book'], next: 'when' }],
  steps: {
    when: { kind: 'question', text: 'When?', validate: { type: 'date' }, saveAs: 'day', next: 'number' },
    number: {
      kind: 'question',
      text: 'Your number?',
      validate: { type: 'phone' },
      saveAs: 'phone',
      next: 'booked',
    },
    booked: {
      kind: 'question',
      text: '{{ formatDate(day, "long", "en") }}, {{ phone }}. Anything else?',
      saveAs: 'said',
      next: 'end',
    },
    show: {
      kind: 'message',
      text: marked,
      cards: [
        {
          title: 'Tea pot',
          text: 'Now **39 €**',
          buttons: [
            { label: 'Take it', value: 'buy pot' },
            { label: 'Look', url: 'https://acme.example/pot' },
          ],
        },
        {
          title: 'Cup',
          image: 'https://acme.example/none.png',
          buttons: [{ label: 'Cup!', value: 'buy cup' }],
        },
      ],
      next: 'ask',
    },
    ask: { kind: 'question', text: 'What is it to be?', saveAs: 'said', next: 'thanks' },
    thanks: { kind: 'message', text: 'So *{{ said }}*.', next: 'end' },
    end: { kind: 'end' },
  },
});
const rich = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  flows: folder.flows.map((known) => (known.id === 'support' ? flow : known)),
});

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([startBrowser(), startShop({ changeTenant: rich })]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

it('formatting becomes elements, links are safe, HTML stays text, and cards can be pressed', async () => {
  const { page, violations } = await visit(browser, stack.url);
  const { root, open, say, messages } = widgetOf(page);
  await open();
  await say('hello **plain**');
  const bubble = root.locator('.bubble.rich').first();
  await bubble.waitFor();
  const shape = await bubble.evaluate((element) => [
    ...[...element.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()),
  ]);
  expect(shape).toEqual('p strong strong p em a a a ul li li s blockquote p code'.split(' '));
  const links = await bubble
    .locator('a')
    .evaluateAll((found) => found.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
  const rel = 'noopener noreferrer nofollow ugc';
  expect(links).toEqual([
    ['tel:+4930123456', rel],
    ['mailto:shop@acme.example', rel],
    ['https://acme.example/x', rel],
  ]);
  expect(await bubble.textContent()).toContain('<img src=x onerror="alert(1)"> [evil](javascript:alert(1))');
  // What the visitor has written is shown as it was.
  await eventually(() => messages.first().locator('.bubble').textContent()).toBe('hello **plain**');

  const cards = root.getByRole('list', { name: 'Cards' }).getByRole('listitem');
  await eventually(() => cards.count()).toBe(2);
  expect(await cards.first().locator('.said strong').textContent()).toBe('39 €');
  expect(await cards.first().getByRole('link', { name: 'Look' }).getAttribute('href')).toBe(
    'https://acme.example/pot',
  );
  // A picture that is not to be had leaves no hole.
  await eventually(() => cards.nth(1).locator('img').count()).toBe(0);
  await cards.first().getByRole('button', { name: 'Take it' }).click();
  await eventually(() => messages.last().locator('em').textContent()).toBe('buy pot');
  expect(violations).toEqual([]);
});

it("a question for a date has the browser's picker, and one for a phone number its keyboard", async () => {
  const { page, violations } = await visit(browser, stack.url);
  const { root, open, say, input, messages } = widgetOf(page);
  await open();
  await say('Book!');
  const pick = root.getByRole('button', { name: 'Choose a date' });
  await pick.waitFor();
  const field = root.locator('input[type=date]');
  await pick.click();
  await field.evaluate((element) => {
    (element as HTMLInputElement).value = '2026-12-31';
    element.dispatchEvent(new Event('change'));
  });
  await eventually(() => input.inputValue()).toBe('2026-12-31');
  await page.keyboard.press('Escape');
  await open();
  await input.press('Enter');
  await eventually(() => input.getAttribute('inputmode')).toBe('tel');
  expect(await pick.count()).toBe(0);
  await say('+44 (0)20 7946 0018');
  await eventually(() => messages.last().locator('.bubble').textContent()).toBe(
    'December 31, 2026, +442079460018. Anything else?',
  );
  await eventually(() => input.getAttribute('inputmode')).toBeNull();
  expect(violations).toEqual([]);
});

it('a file that was not built with the widget is not run, and messages are shown without it', async () => {
  const { page } = await visit(browser, 'about:blank');
  const body = "document.title = 'run'; export const richText = () => [];";
  const headers = { 'access-control-allow-origin': '*' };
  await page.route('**/releases/rich.*', (route) =>
    route.fulfill({ contentType: 'text/javascript', headers, body }),
  );
  await page.goto(stack.url);
  const { open, say, messages } = widgetOf(page);
  await open();
  await say('hello');
  await eventually(() => messages.nth(1).locator('.bubble').textContent()).toBe(marked);
  await eventually(() => messages.count()).toBe(3);
  expect(await page.title()).not.toBe('run');
});

it('the time of a message is below its cards, and overlaps none of their buttons', async () => {
  const { page } = await visit(browser, stack.url, {
    viewport: { width: 375, height: 667 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  const { root, open, say } = widgetOf(page);
  await open();
  await say('hello');
  const message = root.locator('.message:has(.cards)');
  await message.hover();
  const places = async () => {
    const cards = await message.locator('.cards').boundingBox();
    const time = await message.locator('time').boundingBox();
    return [message.locator('time').isVisible(), cards && time && time.y >= cards.y + cards.height];
  };
  await eventually(async () => Promise.all(await places())).toEqual([true, true]);
});
