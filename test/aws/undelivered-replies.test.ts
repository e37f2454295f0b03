import { beforeEach, describe, expect, it } from 'vitest';
import { DeliveriesTable } from '../../src/aws/deliveries-table.ts';
import { RunErasure } from '../../src/aws/personal-data-tables.ts';
import { RunListTable } from '../../src/aws/run-list-table.ts';
import { RunsTable } from '../../src/aws/runs-table.ts';
import type { GatewayEvent } from '../../src/contract/events.ts';
import type { DeliveryState } from '../../src/domain/delivery-status.ts';
import { slotOf } from '../../src/domain/runs/cells.ts';
import { recordFailed, recordSent, recordStatus } from '../../src/operations/delivery/record-delivery.ts';
import type { PendingReply } from '../../src/operations/delivery/reply-task.ts';
import { takeRuns } from '../../src/operations/reports/take-runs.ts';
import { freshTables } from '../support/fresh-tables.ts';
import { storyOf } from '../support/told-runs.ts';

const nowMs = Date.parse('2026-10-25T08:00:00Z');
const atMs = nowMs - 60_000;
const fresh = freshTables();
beforeEach(() => {
  counted.length = 0;
  marked.length = 0;
  published.length = 0;
});

const clock = () => nowMs;
const table = () => new RunsTable(fresh.clients.dynamodb, fresh.prefix, clock);
const [begun, ...more] = storyOf(1, atMs, { channel: 'chatapp' });
if (!begun) throw new Error('a story has a beginning');
const { tenantId, conversationId, run } = begun;
const told = (states: typeof more) =>
  takeRuns(
    {
      runs: table(),
      directory: { findFlow: async () => null, findTenant: async () => null },
      tasks: { enqueue: async () => undefined },
      nowMs: clock,
    },
    states.map((one) => ({ ...one, again: false, failed: false })),
  );

const counted: string[] = [];
const marked: number[] = [];
const published: string[] = [];
const quiet = () => undefined;
const ports = () => {
  const runs = table();
  return {
    deliveries: new DeliveriesTable(fresh.clients.dynamodb, fresh.prefix, clock),
    runs: {
      noteUndelivered: runs.noteUndelivered.bind(runs),
      noteArrived: runs.noteArrived.bind(runs),
      mark: async (_: string, slots: readonly number[]) => void marked.push(...slots),
    },
    centers: { wake: async () => Promise.reject(new Error('no center has said it')) },
    bus: {
      publish: async (events: readonly GatewayEvent[]) =>
        void published.push(...events.map(({ type, detail }) => `${type} ${detail.eventId}`)),
    },
    metrics: { count: (name: string) => void counted.push(name), time: quiet },
    log: { info: quiet, warn: quiet, error: (_: string, error: unknown) => Promise.reject(error) },
    nowMs: clock,
  } as never;
};
const pending = (replyId: string) =>
  ({
    turn: {
      ...{ tenantId, conversationId, channel: 'chatapp', runId: run.id },
      ...{ turnId: 'turn', correlationId: 'correlation', expiresAtS: Math.ceil(nowMs / 1000) + 86_400 },
    },
    reply: { id: replyId },
  }) as unknown as PendingReply;
const sent = (replyId: string, part = 0, parts = 1) =>
  recordSent(ports(), pending(replyId), { part, parts }, `wamid.${replyId}.${part}`);
const says = (state: DeliveryState, replyId: string, part = 0) =>
  recordStatus(
    ports(),
    { tenantId, channel: 'chatapp' },
    {
      ...{ providerMessageId: `wamid.${replyId}.${part}`, state, at: new Date(nowMs).toISOString() },
      ...(state === 'failed' && { reason: '131026' }),
    },
  );
const undelivered = async () => {
  const [kept] = await new RunListTable(fresh.clients.dynamodb, fresh.prefix).read([
    { tenantId, conversationId, runId: run.id },
  ]);
  return kept?.undelivered;
};

describe('a reply that a provider accepted', () => {
  it('and rejects later is counted once in its run, however often that is reported', async () => {
    await told([begun]);
    await sent('A');
    await sent('B');
    expect(await undelivered()).toBe(0);
    await says('failed', 'A');
    await says('failed', 'A');
    expect(await undelivered()).toBe(1);
    await told(more);
    expect(await undelivered()).toBe(1);
    expect(counted.filter((name) => name === 'RepliesFailed')).toHaveLength(1);
    expect(new Set(marked)).toEqual(new Set([slotOf(atMs)]));
    expect(new Set(published)).toEqual(new Set(['Channel.DeliveryFailed A.failed']));
  });

  it('and rejects before that is recorded is counted, and reported like any other', async () => {
    await told([begun]);
    await says('failed', 'A');
    expect(await undelivered()).toBe(0);
    expect(published).toEqual([]);
    await sent('A');
    expect(await undelivered()).toBe(1);
    expect(counted).toContain('RepliesFailed');
    expect(published).toEqual(['Channel.DeliveryFailed A.failed']);
  });

  it('and rejects is not counted any more once it has arrived after all', async () => {
    await told([begun]);
    await sent('A');
    await says('failed', 'A');
    await says('delivered', 'A');
    await says('failed', 'A');
    expect(await undelivered()).toBe(0);
  });

  it('is one though several of its messages do not arrive, until all of them have', async () => {
    await told([begun]);
    await sent('A', 0, 3);
    await sent('A', 1, 3);
    await recordFailed(ports(), pending('A'), { part: 2, parts: 3 }, 'invalid_parameter');
    await says('failed', 'A', 0);
    await says('failed', 'A', 1);
    expect(await undelivered()).toBe(1);
    await says('read', 'A', 0);
    expect(await undelivered()).toBe(1);
    await says('read', 'A', 1);
    expect(await undelivered()).toBe(1);
  });

  it('is counted before its run is reported, and not in one whose visitor is erased', async () => {
    await sent('A');
    await says('failed', 'A');
    await told([begun]);
    expect(await undelivered()).toBe(1);
    await sent('B');
    await new RunErasure(fresh.clients.dynamodb, fresh.prefix, clock).eraseRuns(
      { tenantId, conversationId },
      [],
    );
    await says('failed', 'B');
    expect(await undelivered()).toBeUndefined();
  });
});
