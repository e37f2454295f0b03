import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FlowDefinition, flowDefinition } from '../../src/contract/flow.ts';
import { say } from '../support/conversation.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const raising: FlowDefinition = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'raise',
  steps: {
    raise: { kind: 'set', assign: { never: 'size(message.text) - message.text' }, next: 'end' },
    end: { kind: 'end' },
  },
});

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    report: () => undefined,
    changeTenant: (folder) =>
      folder.tenant.id === 'acme'
        ? { ...folder, flows: folder.flows.map((flow) => (flow.id === 'support' ? raising : flow)) }
        : folder,
  });
});
afterAll(() => stack.stop());

const guess = (session: string) =>
  stack.post(
    '/v1/webchat/messages',
    {
      ...{ tenantId: 'acme', conversationId: 'not-mine', channel: 'webchat' },
      ...{ from: { id: session }, content: { text: 'hello' } },
    },
    { 'x-widget-id': 'acme-web' },
  );

async function statuses(times: number, send: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < times; n += 1) seen.push((await send()).status);
  return seen;
}

describe('a message that fails because of its content', () => {
  it('keeps its place in the window when the flow raises', async () => {
    const session = randomUUID();
    expect(await statuses(30, () => say(stack, session, 'hello'))).toEqual(Array(30).fill(500));
    expect((await say(stack, session, 'hello')).status).toBe(429);
  });

  it('keeps its place when the conversation is guessed', async () => {
    const session = randomUUID();
    expect(await statuses(30, () => guess(session))).toEqual(Array(30).fill(404));
    expect((await guess(session)).status).toBe(429);
  });

  it('leaves its idempotency key free, so that a repeat runs', async () => {
    const session = randomUUID();
    const key = { 'idempotency-key': randomUUID() };
    expect(await statuses(3, () => say(stack, session, 'hello', key))).toEqual([500, 500, 500]);
  });

  it('costs no place when it is refused for its shape', async () => {
    const session = randomUUID();
    await statuses(31, () => say(stack, session, ' '));
    expect((await say(stack, session, 'hello')).status).toBe(500);
  });
});
