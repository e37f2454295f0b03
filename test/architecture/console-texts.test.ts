import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const folder = 'src/admin';
const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => join(folder, file));

/** What of an element is read by somebody. */
const read = new Set([
  'aria-label',
  'aria-description',
  'alt',
  'title',
  'label',
  'description',
  'placeholder',
]);

const hasWords = (text: string) => /\p{L}{2,}/u.test(text);

/** Words that are written into a component, where they are said in one language only. */
function wordsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isRead = ts.isJsxAttribute(node) && read.has(node.name.getText());
    const value = isRead && node.initializer && ts.isStringLiteral(node.initializer) && node.initializer.text;
    if (ts.isJsxText(node) && hasWords(node.text)) found.push(node.text.trim());
    if (value && hasWords(value)) found.push(value);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((words) => `${file}: ${words}`);
}

it('components of the console hold no text of their own: all is in the catalogs', () => {
  expect(parts.length).toBeGreaterThan(80);
  expect(parts.flatMap(wordsIn)).toEqual([]);
});
