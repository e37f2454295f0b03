import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')];
const linksOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !target.includes(':'));

/** What a link may end with: headings as GitHub and our own pages name them. */
function anchorsOf(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isThere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).includes(anchor);
}

describe('the documents', () => {
  it.each(pages)('%s links only to existing pages, files and headings', (page) => {
    expect(linksOf(page).filter((target) => !isThere(page, target))).toEqual([]);
  });

  it.each(globSync('docs/decisions/*.md'))(
    '%s has context, decision and consequence, in 60 lines',
    (page) => {
      const text = readFileSync(page, 'utf8');
      for (const part of ['Context', 'Decision', 'Consequence'])
        expect(text).toMatch(new RegExp(`^(?:## |\\*\\*)${part}`, 'm'));
      // A long line counts as several.
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => Math.max(1, Math.ceil(line.length / 160)));
      expect(lines.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(60);
    },
  );

  it('show every image', () => {
    const shown = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
    const images = globSync('docs/images/**/*.{png,svg}');
    expect(images.filter((image) => !shown.includes(image.slice('docs/'.length)))).toEqual([]);
  });

  it('name a test for every trust boundary', () => {
    const rows = readFileSync('docs/security.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| boundary'));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row).toMatch(/\]\(\.\.\/test\/[\w./-]+\.test\.tsx?\) \|$|test\.ts\) \|$/);
  });
});
