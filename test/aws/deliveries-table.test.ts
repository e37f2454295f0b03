import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DeliveriesTable } from '../../src/aws/deliveries-table.ts';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { storedItems } from '../support/stored-items.ts';

const at = '2026-01-01T00:00:00.000Z';
let stack: TestStack;
let table: DeliveriesTable;
beforeAll(async () => {
  stack = await startTestStack({ background: false, createHandler: (env) => createHandler(env) });
  table = new DeliveriesTable(createAwsClients(stack.env).dynamodb, String(stack.env.TABLE_PREFIX), Date.now);
});
afterAll(() => stack.stop());

const sent = { providerMessageId: 'wamid.1', state: 'sent', at } as const;
const record = (partId: string, parts: number, delivery: Parameters<typeof table.record>[1]['delivery']) =>
  table.record('acme', {
    ...{ partId, parts, correlationId: 'correlation', conversationId: 'conversation' },
    ...{ delivery, expiresAtS: 2e9 },
  });

describe('a reply of several messages', () => {
  it('has failed when its text was read and its buttons were rejected', async () => {
    await record('TWO', 2, sent);
    await table.advance('acme', 'TWO', { ...sent, state: 'read' });
    await record('TWO.1', 2, { ...sent, state: 'failed', reason: 'invalid_parameter' });
    expect(await table.find('acme', 'TWO')).toMatchObject({
      state: 'failed',
      reason: 'invalid_parameter',
      part: { number: 2, of: 2, unsent: 0 },
    });
  });

  it('has the status of its slowest message, and counts those not sent yet', async () => {
    await record('THREE', 3, sent);
    await table.advance('acme', 'THREE', { ...sent, state: 'read' });
    await record('THREE.1', 3, sent);
    expect(await table.find('acme', 'THREE')).toMatchObject({
      state: 'sent',
      part: { number: 2, unsent: 1 },
    });
  });
});

describe('a status that arrives before the answer to its send', () => {
  it('is kept until the send is recorded, and later ones find the turn', async () => {
    expect(await table.advance('acme', 'EARLY', { ...sent, state: 'delivered' })).toEqual({
      moved: true,
      correlationId: null,
      center: null,
      run: null,
      conversationId: null,
      before: null,
      written: null,
    });
    expect(await record('EARLY', 1, sent)).toMatchObject({ first: true, reported: { state: 'delivered' } });
    expect(await table.find('acme', 'EARLY')).toMatchObject({ state: 'delivered' });
    expect(await table.advance('acme', 'EARLY', { ...sent, state: 'read' })).toEqual({
      moved: true,
      correlationId: 'correlation',
      center: null,
      run: null,
      conversationId: 'conversation',
      before: 'delivered',
      written: null,
    });
  });

  it('is kept without an owner: its reply may have been erased', async () => {
    const number = '491510000000';
    const status = { ...sent, providerMessageId: `wamid.${number}`, state: 'failed' } as const;
    const words = { reason: '131026', error: { code: '131026', details: `not to ${number}` } };
    expect(await table.keepStatus('acme', { ...status, ...words })).toBeNull();
    await table.advance('acme', 'ERASED', { ...status, ...words });
    expect(await table.find('acme', 'ERASED')).toEqual({
      ...{ providerMessageId: '', state: 'failed', reason: '131026', at },
    });
    expect(JSON.stringify(await storedItems(stack))).not.toContain(number);
    const link = { partId: 'ERASED', conversationId: 'C', expiresAtS: 2e9 };
    expect(await table.link('acme', status.providerMessageId, link)).toMatchObject({ state: 'failed' });
  });

  it('finds a reply that the previous release linked', async () => {
    const { dynamodb } = createAwsClients(stack.env);
    await dynamodb.send(
      new PutCommand({
        TableName: `${stack.env.TABLE_PREFIX}dedup`,
        Item: { pk: 'acme#provider#wamid.old', reply: 'OLD', conversationId: 'C', expiresAt: 2e9 },
      }),
    );
    const status = { ...sent, providerMessageId: 'wamid.old', state: 'read' } as const;
    expect(await table.keepStatus('acme', status)).toBe('OLD');
  });

  it('is published once: a repeat changes nothing', async () => {
    await record('AGAIN', 1, sent);
    await table.advance('acme', 'AGAIN', { ...sent, state: 'failed', reason: 'window_closed' });
    const again = await table.advance('acme', 'AGAIN', { ...sent, state: 'failed', reason: 'window_closed' });
    expect(again.moved).toBe(false);
  });
});
