import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { waitingFiles } from '../support/spread-waits.ts';
import { thoroughFiles } from '../support/thorough-files.ts';

const sources = ['bin', 'lib', 'src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    // What a generator has written is nobody's to read.
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/client/generated/')),
);
/** Neither blank nor a comment of its own. */
const isCode = (line: string) => !/^\s*($|\/\/|\/?\*)/.test(line);
const textOf = (file: string) => readFileSync(file, 'utf8');

describe('every source file', () => {
  it('has at most 400 lines of code outside of tests', () => {
    const long = sources
      .filter((file) => !file.startsWith('test/'))
      .map((file) => ({ file, lines: textOf(file).split('\n').filter(isCode).length }))
      .filter(({ lines }) => lines > 400);
    expect(long).toEqual([]);
  });

  it('is named in kebab case, components in Pascal case', () => {
    const odd = sources.filter(
      (file) => !/^([a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*|[A-Z][A-Za-z0-9]*)\.tsx?$/.test(basename(file)),
    );
    expect(odd).toEqual([]);
  });

  it('takes zod in its mini edition: the full one costs 444 KB', () => {
    const full = sources.filter((file) =>
      /from ['"]zod['"]/.test(textOf(file).replace(/^.*toContain.*$/gm, '')),
    );
    expect(full.filter((file) => !file.startsWith('test/architecture/'))).toEqual([]);
  });

  it('takes the ports that it uses where it is an operation, never the whole gateway', () => {
    const whole = sources.filter(
      (file) => file.startsWith('src/operations/') && /: Gateway\b(?!\[)/.test(textOf(file)),
    );
    expect(whole).toEqual([]);
  });

  it('waits for a page by what is seen of it: what `waitForFunction` repeats, a strict CSP forbids', () => {
    const call = ['waitFor', 'Function('].join('');
    expect(sources.filter((file) => textOf(file).includes(call))).toEqual([]);
  });

  it('leaves nothing to be done later', () => {
    const words = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join('').replaceAll('|', '\\b|\\b'));
    expect(sources.filter((file) => words.test(textOf(file)))).toEqual([]);
  });
});

it('what `npm test` leaves out is there: a file under another name would be back in it', () => {
  expect(thoroughFiles.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});

it('what waits is there: a file under another name would wait beside the others', () => {
  expect(waitingFiles.filter((file) => !existsSync(file))).toEqual([]);
});
