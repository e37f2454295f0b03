import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import allowed from './private-terms.json' with { type: 'json' };

/** Terms of ours for which the field has its own. */
const terms = [
  ...[
    'humans?',
    'colleagues?',
    'desk',
    'board',
    'whoever',
    'whom',
    'somebody',
    'anybody',
    'is told',
    'are told',
  ],
  ...['faults?', 'ways?', 'appointments?', 'chores?', 'mend(?:s|ed)?', 'fares', 'stamps?', 'heed'],
  ...['shall', 'impatience', 'leads nowhere', 'if you like', 'unless you', 'from now on', 'go(?:es)? on'],
  ...['second factor', 'service keys?', 'scripted conversations?', 'turns'],
];
const pattern = new RegExp(`\\b(?:${terms.join('|')})\\b`, 'gi');

/** Names on the wire and in stored items are code: they stay. */
const proseOf = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|https?:\S+/g, ' ');
const found = (text: string) => proseOf(text).match(pattern) ?? [];
/** Returns the strings of a source file (help, output, errors) without the code in them. */
const stringsOf = (source: string) =>
  [
    ...source
      .replace(/ from '[^']+'|import\('[^']+'\)/g, '')
      .matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g),
  ]
    .map(([text]) => text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, ' '))
    .join('\n');

const files = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => join(folder, file));

describe('private terms', () => {
  it('are in no catalog of the console', () => {
    const texts = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(texts);
    const hits = files('src/admin/locales/en', '.json').flatMap((file) =>
      texts(JSON.parse(readFileSync(file, 'utf8'))).filter((text) => found(text).length > 0),
    );
    expect(hits).toEqual([]);
  });

  /** The files with more private terms than `private-terms.json` allows them: code's own "turns", queue names. */
  const over = (
    paths: readonly string[],
    textOf: (source: string) => string,
    most: Readonly<Record<string, number>>,
  ) =>
    paths
      .map((path) => ({ path, count: found(textOf(readFileSync(path, 'utf8'))).length }))
      .filter(({ path, count }) => count > (most[path] ?? 0));

  it('are in no document, except where a row allows it', () => {
    expect(over([...files('docs', '.md'), 'README.md'], (text) => text, allowed.documents)).toEqual([]);
  });

  it('are in no help or output of the command line, except where a row allows it', () => {
    expect(over(files('src/cli', '.ts'), stringsOf, allowed.cli)).toEqual([]);
  });
});
