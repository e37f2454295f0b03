import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

/** The shell commands of the README's section, each with the answer that is printed under it. */
function examples(): { readonly shell: string; readonly answer: unknown }[] {
  const [, section = ''] = /## Try it\n(.*?)\n## /s.exec(readFileSync('README.md', 'utf8')) ?? [];
  return [...section.matchAll(/```sh\n(.*?)```.*?```json\n(.*?)\n```/gs)].map(
    ([, shell = '', answer = '']) => ({
      shell,
      answer: JSON.parse(answer),
    }),
  );
}

/** Without what is another each time. */
function steady(value: unknown): unknown {
  const changing = ['conversationId', 'messageId', 'id', 'timestamp'];
  return JSON.parse(
    JSON.stringify(value, (key, inner) =>
      changing.includes(key) && typeof inner === 'string' && inner.length > 20 ? `any ${key}` : inner,
    ),
  );
}

test('the calls of the README give what it prints', async () => {
  const all = examples();
  expect(all).toHaveLength(2);
  for (const { shell, answer } of all) {
    const commands = shell.replaceAll('http://127.0.0.1:3000', stack.url);
    const { stdout } = await promisify(execFile)('bash', ['-c', commands]);
    const last = stdout.split(/(?=\{"messageId")/).at(-1) ?? '';
    expect(steady(JSON.parse(last))).toEqual(steady(answer));
  }
});
