import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const common = ['brand.css', 'base.css'].map((file) => join(import.meta.dirname, '../../browser', file));

/** Reads a page's style sheet, after the product's colors and elements. */
export async function readStyle(path: string): Promise<string> {
  const sheets = await Promise.all([...common, path].map((file) => readFile(file, 'utf8')));
  return sheets.join('\n');
}
