import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTables } from '../../src/aws/create-tables.ts';
import { TokenCountsTable } from '../../src/aws/run-counts-table.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { stepClients } from '../../src/operations/turn/step-clients.ts';
import { say } from '../support/conversation.ts';
import { localClients } from '../support/local-clients.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const flow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'call',
  steps: {
    call: {
      kind: 'llm',
      system: 'Be kind.',
      send: true,
      background: false,
      // Shorter than the request waits: a longer one is left to the queue.
      timeoutMs: 1_000,
      next: 'end',
      onError: 'sorry',
    },
    sorry: { kind: 'end', text: '{{ error.message }}' },
    end: { kind: 'end', text: '{{ now.time }}' },
  },
});

let stack: TestStack;
let server: Awaited<ReturnType<typeof startDynamodb>>;
beforeAll(async () => {
  server = await startDynamodb(undefined);
  stack = await startTestStack({
    background: false,
    changeTenant: (folder) =>
      folder.tenant.id === 'acme'
        ? {
            ...folder,
            tenant: { ...folder.tenant, llm_tokens_per_day: 0 },
            flows: folder.flows.map((other) => (other.id === 'support' ? flow : other)),
          }
        : folder,
  });
});
afterAll(async () => {
  await stack.stop();
  await server.stop();
});

describe('the tokens of a tenant', () => {
  it("are refused to its flows when the day's budget is used up", async () => {
    const response = await say(stack, crypto.randomUUID(), 'hello');
    expect(JSON.stringify(await response.json())).toContain('are used up for today');
  });

  it('end with the answer that uses the last of them', async () => {
    const used = new Map<string, number>();
    const gateway = {
      directory: {
        findTenant: async () => ({ id: 'a', name: 'A', status: 'active', llm_tokens_per_day: 100 }),
      },
      tokens: {
        used: async (tenant: string) => used.get(tenant) ?? 0,
        add: async (tenant: string, tokens: number) =>
          void used.set(tenant, (used.get(tenant) ?? 0) + tokens),
      },
      llm: { complete: async () => ({ text: 'Hello.', tokens: 60 }) },
      metrics: { count: () => {}, time: () => {} },
      nowMs: () => 0,
    };
    const { llm } = await stepClients(gateway as unknown as Parameters<typeof stepClients>[0], {
      tenantId: 'a',
      channel: 'webchat',
    });
    const ask = () => llm.complete({ system: '', messages: [], maxTokens: 1, timeoutMs: 1 });
    await ask();
    await ask();
    await expect(ask()).rejects.toThrow('are used up for today');
    expect(used.get('a')).toBe(120);
  });

  it('are counted by tenant and day', async () => {
    let nowMs = Date.UTC(2025, 0, 1, 23);
    const { dynamodb } = localClients({ DYNAMODB: server.url });
    await createTables(dynamodb, 'tokens-');
    const counts = new TokenCountsTable(dynamodb, 'tokens-', () => nowMs);
    await Promise.all([counts.add('a', 100), counts.add('a', 20), counts.add('b', 1)]);
    expect([await counts.used('a'), await counts.used('b'), await counts.used('c')]).toEqual([120, 1, 0]);
    nowMs += 2 * 60 * 60 * 1000;
    expect(await counts.used('a')).toBe(0);
  });
});
