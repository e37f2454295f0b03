import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

interface Example {
  readonly shell: string;
  readonly kind: string;
  readonly answer: string;
}

/** Finds shell commands, each with the answer below it. */
function examplesIn(text: string): Example[] {
  const found = text.matchAll(/```sh\n((?:(?!```).)*)```(?:(?!```).)*```(json|text)\n(.*?)\n```/gs);
  return [...found].map(([, shell = '', kind = '', answer = '']) => ({ shell, kind, answer }));
}

/** Replaces values that differ on every run. */
function steady(value: unknown): unknown {
  const changing = ['conversationId', 'messageId', 'id', 'timestamp'];
  return JSON.parse(
    JSON.stringify(value, (key, inner) =>
      changing.includes(key) && typeof inner === 'string' && inner.length > 20 ? `any ${key}` : inner,
    ),
  );
}

async function expectAnswer({ shell, kind, answer }: Example): Promise<void> {
  const commands = shell.replaceAll('http://127.0.0.1:3000', stack.url);
  const { stdout } = await promisify(execFile)('bash', ['-c', commands]);
  if (kind === 'text') {
    expect(stdout.replaceAll('\r', '').trim()).toBe(answer);
    return;
  }
  const last = stdout.split(/(?=\{"messageId")/).at(-1) ?? '';
  expect(steady(JSON.parse(last))).toEqual(steady(JSON.parse(answer)));
}

test('the README shows the true answer of its call', async () => {
  const [, section = ''] = /## Try it\n(.*?)\n## /s.exec(readFileSync('README.md', 'utf8')) ?? [];
  const all = examplesIn(section);
  expect(all).toHaveLength(1);
  for (const example of all) await expectAnswer(example);
});

describe('the guides show the true answers of their calls', () => {
  const folder = 'docs/guides';
  const all = readdirSync(folder).flatMap((file) =>
    examplesIn(readFileSync(join(folder, file), 'utf8')).map((example) => [file, example] as const),
  );

  it('of at least four', () => expect(all.length).toBeGreaterThanOrEqual(4));
  it.each(all)('%s', async (_file, example) => expectAnswer(example));
});

/** Runs the programs of a page as its reader would: saves each under its name, and runs the last one. */
async function printedBy(page: string, names: readonly string[]): Promise<string> {
  const folder = await temporaryDirectory();
  const codes = readFileSync(page, 'utf8').match(/(?<=```js\n)[\s\S]*?(?=```)/g) ?? [];
  for (const [n, name] of names.entries()) {
    const code = String(codes[n]).replaceAll('http://127.0.0.1:3000', stack.url);
    await writeFile(join(folder, name), code);
  }
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, names.at(-1) ?? '')]);
  return stdout.trim();
}

describe('the pages show the true output of their programs', () => {
  it('of files', async () => {
    expect(await printedBy('docs/files.md', ['send-file.mjs'])).toBe('available 2');
  });

  it('of signing', async () => {
    expect(await printedBy('docs/signing.md', ['sign.mjs', 'send.mjs'])).toBe('200');
  });
});
