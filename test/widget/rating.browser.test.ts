import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowDefinition } from '../../src/contract/flow.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => String(from + n));
const choicesOf = (values: readonly string[]) => values.map((value) => ({ label: value, value }));

const flow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'service',
  steps: {
    service: {
      ...{ kind: 'question', text: 'How was our service?', measures: 'csat', saveAs: 'service' },
      ...{ choices: choicesOf(numbers(1, 5)), next: 'product' },
    },
    product: {
      ...{ kind: 'question', text: 'And the product, from 1 to 5?', measures: 'csat', saveAs: 'product' },
      ...{ validate: { type: 'number', min: 1, max: 5 }, next: 'recommend' },
    },
    recommend: {
      ...{ kind: 'question', text: 'Would you recommend us?', measures: 'nps', saveAs: 'recommend' },
      ...{ choices: choicesOf(numbers(0, 10)), next: 'solved' },
    },
    solved: {
      ...{ kind: 'question', text: 'Is it solved?', measures: 'resolved', saveAs: 'solved', next: 'end' },
      choices: [
        { label: 'Yes, it is', value: 'yes' },
        { label: 'Not yet', value: 'no' },
      ],
    },
    end: { kind: 'end', text: '{{ service }}, {{ product }}, {{ recommend }}, {{ solved }}' },
  },
});
const measuring = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  flows: folder.flows.map((known) => (known.id === 'support' ? flow : known)),
});

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([startBrowser(), startShop({ changeTenant: measuring })]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

it('faces, a scale and thumbs send what their choices would, and the transcript shows faces by their labels', async () => {
  const { page, violations } = await visit(browser, stack.url);
  const widget = widgetOf(page);
  await widget.open();
  await widget.say('hello');
  const good = widget.choice('Good');
  await good.waitFor();
  expect(await widget.root.locator('.rated button').allTextContents()).toEqual([
    'Very bad',
    'Bad',
    'Okay',
    'Good',
    'Very good',
  ]);
  expect(await widget.root.locator('.rated svg').count()).toBe(5);
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await good.click();
  // Of a question that asks for a number, too.
  await widget.root.getByText('And the product').waitFor();
  await widget.choice('Very good').click();
  await widget.choice('9').waitFor();
  expect(await widget.root.locator('.nps button').allTextContents()).toEqual(numbers(0, 10));
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await widget.choice('9').click();
  await widget.choice('Not yet').waitFor();
  await eventually(() => widget.root.locator('.resolved button').allTextContents()).toEqual([
    'Yes, it is',
    'Not yet',
  ]);
  // They are larger than the choices in whose place they come.
  const isAtEnd = (list: Element) => list.scrollHeight - list.scrollTop - list.clientHeight < 2;
  await eventually(() => widget.root.locator('.scroll').evaluate(isAtEnd)).toBe(true);
  await widget.choice('Not yet').click();
  await eventually(async () => (await widget.transcript()).at(-1)).toBe('bot: 4, 5, 9, no');
  expect((await widget.transcript()).filter((line) => line.startsWith('user:'))).toEqual([
    'user: hello',
    'user: Good',
    'user: Very good',
    'user: 9',
    'user: Not yet',
  ]);
  expect(violations).toEqual([]);
});

describe('emoji', () => {
  it('are inserted at the caret, by mouse and by keys, and Escape returns to the field', async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await widget.input.fill('Thanks, bye');
    await widget.input.evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(6, 6));
    const button = widget.choice('Emoji');
    const set = widget.root.getByRole('group', { name: 'Emoji' });
    await button.click();
    await set.getByRole('button', { name: '👍' }).click();
    await expect.poll(() => widget.input.inputValue()).toBe('Thanks👍, bye');
    await page.keyboard.type('!');
    expect(await widget.input.inputValue()).toBe('Thanks👍!, bye');

    await button.press('Enter');
    await set.waitFor();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => widget.input.inputValue()).toBe('Thanks👍!😄, bye');
    await button.press('Enter');
    await set.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => set.count()).toBe(0);
    expect(await widget.dialog.isVisible()).toBe(true);
    expect(await widget.input.evaluate((input) => input.matches(':focus'))).toBe(true);
  });
});
