import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a user of a screen reader would stumble over, by axe's names. */
export async function readingProblemsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `(async () => { ${axe.source}; return axe.run(); })()`,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Whether a part of the page is wholly in another script, but for these words. */
export async function expectNothingLatinBut(part: Locator, words: readonly string[]): Promise<void> {
  const found = (await part.allInnerTexts()).join(' ').match(/[A-Za-z@.]{2,}/g) ?? [];
  expect([...new Set(found)].filter((word) => !words.includes(word))).toEqual([]);
}
