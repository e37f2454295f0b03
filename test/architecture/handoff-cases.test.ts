import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Titles of tests, of one line or of a template: what stands behind `it(`, `describe(` or their tables. */
const titles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap(
    (file) =>
      readFileSync(join('test', file), 'utf8').match(/^\s*(it|describe)?\(?\s*['"`].*case \d+.*$/gm) ?? [],
  );

/** @see handoff.md 7 */
it('each of the thirty cases that break a naive handoff is a test named by its number', () => {
  const named = new Set(titles.flatMap((title) => title.match(/case \d+/g) ?? []));
  const all = Array.from({ length: 30 }, (_, n) => `case ${n + 1}`);
  expect(all.filter((one) => !named.has(one))).toEqual([]);
});
