import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyTenant, runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const gateway = (...args: readonly string[]) =>
  runCli(['label', ...args, '--tenant', 'acme', '--endpoint', stack.url]);

it('a label is created, renamed without losing its color, listed and deleted', async () => {
  expect(await gateway('list')).toMatchObject({ code: 0, out: 'There are no labels.' });
  expect((await gateway('set', 'billing', '--name', 'Billing', '--color', 'blue')).code).toBe(0);
  expect((await gateway('set', 'billing', '--name', 'Invoices')).code).toBe(0);
  expect(JSON.parse((await gateway('list', '--json')).out)).toEqual([
    { id: 'billing', name: 'Invoices', color: 'blue' },
  ]);
  // Another writing of the same letters.
  const same = await gateway('set', 'other', '--name', 'ｉｎｖｏｉｃｅｓ​');
  expect(same).toMatchObject({ code: 2, err: expect.stringContaining('has two labels of one name') });
  expect(await gateway('set', 'blank', '--name', '​')).toMatchObject({
    code: 2,
    err: expect.stringContaining('needs a visible character'),
  });
  // A folder without labels says nothing about them.
  const applied = ['tenant', 'apply', copyTenant('acme'), '--overwrite', '--yes', '--endpoint', stack.url];
  expect(await runCli(applied)).toMatchObject({ code: 0, out: expect.not.stringContaining('labels') });
  expect(JSON.parse((await gateway('list', '--json')).out)).toHaveLength(1);
  expect((await gateway('remove', 'billing')).code).toBe(0);
  expect(await gateway('remove', 'billing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no label billing'),
  });
});
