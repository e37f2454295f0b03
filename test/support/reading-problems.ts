import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What a user of a screen reader would stumble over, by axe's names. */
export async function readingProblemsOf(page: Page): Promise<string[]> {
  // What is still fading in has another contrast in a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  // What is well is most of a page, and isn't sent.
  return page.evaluate<string[]>(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}

/** Whether a part of the page is wholly in another script, but for these words. */
export async function expectNothingLatinBut(part: Locator, words: readonly string[]): Promise<void> {
  const found = (await part.allInnerTexts()).join(' ').match(/[A-Za-z@.]{2,}/g) ?? [];
  expect([...new Set(found)].filter((word) => !words.includes(word))).toEqual([]);
}
