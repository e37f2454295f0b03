import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that goes with what is delivered. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

/** The folders of the packages that sources come from, sorted. */
export function packagesOf(sources: Iterable<string>): readonly string[] {
  const folders = [...sources].flatMap((source) => {
    const path = source.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '');
    return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [];
  });
  return [...new Set(folders)].sort();
}

/** For packages that say their licence and leave out its text. @see https://spdx.org/licenses/ */
const standardTexts: Readonly<Record<string, (author: string) => string>> = {
  MIT: (author) => `Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  // This license requires no notice.
  'MIT-0': (author) => `By ${author}. https://spdx.org/licenses/MIT-0.html`,
  'Apache-2.0': (author) => `By ${author}. https://www.apache.org/licenses/LICENSE-2.0`,
};

/**
 * Returns the notices that the licenses of bundled packages require: names, versions and texts.
 * @param sources the source files of a bundle
 * @throws Error for a package without a license, or without a license text and with no standard text here
 */
export function thirdPartyNotices(sources: Iterable<string>): string {
  const packages = packagesOf(sources).map(readPackage);
  const texts = Map.groupBy(packages, ({ text }) => text);
  const parts = [...texts].map(([text, ofText]) => {
    const names = ofText.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${names.join('\n')}\n\n${text}`;
  });
  const head = parts.length > 0 ? 'This holds code of others:' : 'This holds no code of others.';
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function readPackage(folder: string): Package {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder} says no licence`);
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
  const text = file
    ? readFileSync(join(folder, file), 'utf8').trim()
    : standardTexts[license]?.(author?.name ?? author ?? `the authors of ${name}`);
  if (text === undefined) throw new Error(`${folder} (${license}) has no text of its licence`);
  return { name, version, licence: license, text };
}
