import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const brand = join(import.meta.dirname, '../../browser/brand.css');

/** Reads a page's style sheet, with the colours of the product before it. */
export async function readStyle(path: string): Promise<string> {
  const sheets = await Promise.all([brand, path].map((file) => readFile(file, 'utf8')));
  return sheets.join('\n');
}
