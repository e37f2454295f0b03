import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTables } from '../../src/aws/create-tables.ts';
import { TokenCountsTable } from '../../src/aws/token-counts-table.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import { startDynamodb } from '../../src/local/aws/dynamodb.ts';
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
  it('are refused to its flows when the day has none left', async () => {
    const response = await say(stack, crypto.randomUUID(), 'hello');
    expect(JSON.stringify(await response.json())).toContain('are used up for today');
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
