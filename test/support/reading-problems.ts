import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What a user of a screen reader would stumble over, by axe's names. */
export async function readingProblemsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `(async () => { ${axe.source}; return axe.run(); })()`,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
