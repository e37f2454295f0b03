import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = [
  'SECURITY.md',
  'docs/security.md',
  'docs/first-day.md',
  'docs/operations.md',
  'docs/command-line.md',
  'docs/admin-api.md',
];
const linksOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !target.includes(':'));

describe('the documents', () => {
  it.each(pages)('%s names only files that there are', (page) => {
    expect(linksOf(page).filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
  });

  it('name a test for every border', () => {
    const rows = readFileSync('docs/security.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| border'));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row).toMatch(/\]\(\.\.\/test\/[\w./-]+\.test\.tsx?\) \|$|test\.ts\) \|$/);
  });
});
