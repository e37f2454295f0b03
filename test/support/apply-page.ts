import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Applies the code of a page of the documentation to a copy of the repository: blocks that begin with ` ```ts FILE ` are
 * new files, and those with ` ```diff FILE ` change one, in parts that a line of one space divides.
 * @throws Error that names lines that are not there, or more than once
 */
export function applyPage(page: string, root: string): readonly string[] {
  const blocks = [...page.matchAll(/^```(ts|diff) (\S+)\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, kind, file = '', code = '']) => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, kind === 'ts' ? code : patched(readFileSync(path, 'utf8'), code, file));
    return file;
  });
}

function patched(source: string, diff: string, file: string): string {
  return diff.split(/^ \n/m).reduce((text, part) => {
    const lines = part.trimEnd().split('\n');
    const without = (sign: string) =>
      lines.flatMap((line) => (line.startsWith(sign) ? [] : [line.slice(1)])).join('\n');
    const before = without('+');
    const found = text.split(before).length - 1;
    if (found !== 1) throw new Error(`${file} has ${found} times: ${before}`);
    return text.replace(before, () => without('-'));
  }, source);
}
