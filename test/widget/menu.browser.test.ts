import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, openTab, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([startBrowser(), startShop()]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

/** A visitor with a conversation under way. */
async function visitTalking(query = '', options: Parameters<typeof visit>[2] = {}) {
  const { page, context } = await visit(browser, `${stack.url}/${query}`, options);
  const widget = widgetOf(page);
  await widget.open();
  await widget.say('hello');
  await eventually(widget.transcript).toHaveLength(3);
  const button = widget.root.locator('[aria-haspopup=menu]');
  const menu = widget.root.getByRole('menu');
  return { page, context, widget, button, menu };
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent;
  });

describe('the menu', () => {
  it('is navigated by keys, and Escape closes it alone and returns to its button', async () => {
    const { page, widget, button, menu } = await visitTalking();
    await button.press('Enter');
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'New conversation',
      'Email transcript',
      'End conversation',
    ]);
    await expect.poll(() => focused(page)).toBe('New conversation');
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('End conversation');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('New conversation');
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('End conversation');
    await page.keyboard.press('Escape');
    expect(await menu.count()).toBe(0);
    expect(await focused(page)).toBe('More options');
    expect(await widget.dialog.isVisible()).toBe(true);

    // An answer to its question leads back, too.
    await (await widget.menuItem('End conversation')).click();
    await expect.poll(() => focused(page)).toBe('End conversation');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('More options');
    expect(await widget.dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await widget.dialog.isVisible()).toBe(false);
  });

  it('closes on a press elsewhere, or on Tab', async () => {
    const { page, widget, button, menu } = await visitTalking();
    await button.click();
    await menu.waitFor();
    await button.click();
    expect(await menu.count()).toBe(0);
    await button.click();
    await menu.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => menu.count()).toBe(0);
    await button.click();
    await menu.waitFor();
    await widget.input.click();
    await expect.poll(() => menu.count()).toBe(0);
  });

  it('turns the sound on for this visitor, on every page', async () => {
    const { context, button, menu } = await visitTalking();
    await button.click();
    const sound = menu.getByRole('menuitemcheckbox', { name: 'Sound' });
    await expect.poll(() => sound.getAttribute('aria-checked')).toBe('false');
    await sound.click();
    expect(await sound.getAttribute('aria-checked')).toBe('true');
    const other = await openTab(context, stack.url);
    const there = widgetOf(other.page);
    await there.open();
    await there.menuItem('Sound');
    const known = there.root.getByRole('menuitemcheckbox', { name: 'Sound' });
    await expect.poll(() => known.getAttribute('aria-checked')).toBe('true');
  });

  it('ends the conversation after a question, and closes the chat; it is found among the previous ones', async () => {
    const { widget } = await visitTalking();
    await (await widget.menuItem('End conversation')).click();
    const question = widget.root.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await widget.transcript()).toHaveLength(3);
    await (await widget.menuItem('End conversation')).click();
    await question.getByRole('button', { name: 'End conversation' }).click();
    await expect.poll(() => widget.dialog.isVisible()).toBe(false);
    await widget.open();
    expect(await widget.transcript()).toEqual([]);
    await (await widget.menuItem('Previous conversations')).click();
    await widget.root
      .getByRole('list', { name: 'Previous conversations' })
      .getByRole('button', { name: 'hello' })
      .click();
    await eventually(widget.transcript).toHaveLength(3);
  });

  it.each([
    ['dark', '?theme=dark', { colorScheme: 'dark' as const }],
    ['right to left', '?lang=ar', {}],
    ['on a phone', '?theme=light', { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true }],
  ])('reads well and stays within the window: %s', async (_title, query, options) => {
    const { page, widget, button, menu } = await visitTalking(query, options);
    await button.click();
    await menu.waitFor();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    const [inside, outside] = [await menu.boundingBox(), await widget.dialog.boundingBox()];
    if (!inside || !outside) throw new Error('the menu is not shown');
    expect(inside.x).toBeGreaterThanOrEqual(outside.x);
    expect(inside.x + inside.width).toBeLessThanOrEqual(outside.x + outside.width);
  });
});
