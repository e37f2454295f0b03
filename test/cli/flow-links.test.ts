import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { signIn } from '../support/start-admin-api.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
});
afterAll(() => stack.stop());

const gateway = (...args: readonly string[]) =>
  runCli([...args, '--tenant', 'acme', '--endpoint', stack.url]);

it('a test link is created, listed with its use, and ended from the command line', async () => {
  const made = await gateway('flow', 'share', 'support');
  expect(made.code).toBe(0);
  const [, id = '', token = ''] = /Link (\S+) works until[\s\S]*\/test\/#(\S+)/.exec(made.out) ?? [];
  const chat = `${stack.url}/v1/test-chat/${token}`;
  expect((await fetch(chat)).status).toBe(200);
  const listed = await gateway('flow', 'links', 'support');
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(id) });
  expect(listed.out).toMatch(/0 of 30 +0 of 500 +simulated/);
  expect(listed.out).not.toContain(token);
  const real = await gateway('flow', 'share', 'support', '--real-calls', '--json');
  expect(JSON.parse(real.out)).toMatchObject({ realCalls: true, by: { id: 'command-line' } });
  expect(await gateway('flow', 'unshare', 'support', id)).toMatchObject({ code: 0 });
  expect((await fetch(chat)).status).toBe(404);
  const { body } = await (await signIn(stack, 'admin'))('GET', '/audit?resource=flow:support&limit=1');
  expect(body.items[0]).toMatchObject({ action: 'flow.revoke-test-link', who: { id: 'command-line' } });
});

it.each([
  [['flow', 'share', 'nothing'], /There is no flow nothing/],
  [['flow', 'links', 'nothing'], /There is no flow nothing/],
  [['flow', 'unshare', 'support', 'nothing'], /There is no such test link/],
])('a missing flow or link is reported: %s', async (args, message) => {
  expect(await gateway(...args)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) });
});
