import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
});
afterAll(() => stack.stop());

const support = 'examples/tenants/acme/flows/support.json';
const chat = (typed: readonly string[], ...more: readonly string[]) =>
  runCli(['flow', 'chat', support, '--endpoint', stack.url, ...more], { typed });

it('answers as the flow would, services included', async () => {
  const { code, out } = await chat(['hi', '', '1', '1001', 'no']);
  expect(code).toBe(0);
  expect(out).toContain('bot> What can we do for you?\n     1. Track an order\n     2. Opening hours');
  expect(out).toContain('bot> Order 1001 is shipped; it arrives tomorrow.');
  expect(out).toMatch(/bot> Thank you, and goodbye!\n {5}\(completed at step bye\)$/);
});

it('prints JSON lines for programs, one for each turn', async () => {
  const { out } = await chat(['hi', 'agent'], '--json');
  const turns = out.split('\n').map((line) => JSON.parse(line));
  expect(turns.map(({ user, status, step }) => [user, status, step])).toEqual([
    ['hi', 'active', 'menu'],
    ['agent', 'handoff', 'agent'],
  ]);
});

it('lets time pass', async () => {
  const { out } = await runCli(['flow', 'chat', 'examples/flows/reminder.json'], {
    typed: ['hi', '/minutes 29', '/minutes 1', '/minutes 60'],
  });
  expect(out.split('\n')).toEqual([
    'bot> Your lamp is in the cart. Shall we send it?',
    '     1. Yes',
    '     2. No',
    '     (says nothing)',
    'bot> It is still in your cart. Shall we send it?',
    '     1. Yes',
    '     2. No',
    'bot> We keep it for you until tomorrow.',
  ]);
});

it('says which placeholder has no value', async () => {
  const run = await runCli(['flow', 'chat', support], { typed: ['hi'] });
  expect(run).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('Give --set ORDER_SERVICE_URL='),
  });
});
