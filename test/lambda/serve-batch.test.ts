import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { processBatch } from '../../src/lambda/serve-batch.ts';
import { queueEvent } from '../support/queue-event.ts';

type Serving = Parameters<typeof processBatch>[0];

/** Probes of one group; each asks for its tenant once. */
function probes(group: string, names: readonly string[]): SQSRecord[] {
  const body = JSON.stringify({ kind: 'probe' });
  return queueEvent(names.map(() => body)).Records.map((record, n) => ({
    ...record,
    messageId: names[n] ?? '',
    receiptHandle: names[n] ?? '',
    attributes: { ...record.attributes, MessageGroupId: group },
  }));
}

/** What a batch came to: what is returned, and what was shown again, in this order, after how many seconds. */
async function served(records: SQSRecord[], { failsAt = 0, untilMs = 60_000 } = {}) {
  const shown: [string, number][] = [];
  let reads = 0;
  const gateway = {
    directory: {
      findTenant: async () => {
        reads += 1;
        if (reads === failsAt) throw new Error('unreachable');
        return null;
      },
    },
    visibility: { hideFor: async (_arn: string, receipt: string, s: number) => shown.push([receipt, s]) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    metrics: { count: () => undefined },
    nowMs: () => 0,
    random: () => 1,
  };
  const event: SQSEvent = { Records: records };
  const failed = await processBatch(gateway as unknown as Serving, event, untilMs);
  return { returned: failed.map(({ messageId }) => messageId), shown, reads };
}

describe('a batch of a FIFO queue', () => {
  it('is complete when nothing fails', async () => {
    expect(await served(probes('a', ['1', '2', '3']))).toEqual({ returned: [], shown: [], reads: 3 });
  });

  it('returns a record that must wait and all behind it, which are not tried, and makes its followers visible first', async () => {
    const { returned, shown, reads } = await served(probes('a', ['1', '2', '3', '4']), { failsAt: 2 });
    expect(returned).toEqual(['2', '3', '4']);
    expect(reads).toBe(2);
    expect(shown.map(([receipt]) => receipt)).toEqual(['3', '4', '2']);
    expect(shown.map(([, s]) => s)).toEqual([0, 0, 1]);
  });

  it('continues with other groups', async () => {
    const records = [...probes('a', ['1', '2']), ...probes('b', ['3', '4'])];
    const { returned, reads } = await served(records, { failsAt: 1 });
    expect(returned).toEqual(['1', '2']);
    expect(reads).toBe(3);
  });

  it('returns what no time is left for, the last first, and starts none of it', async () => {
    const { returned, shown, reads } = await served(probes('a', ['1', '2']), { untilMs: 1_000 });
    expect({ returned, reads }).toEqual({ returned: ['1', '2'], reads: 0 });
    expect(shown).toEqual([
      ['2', 0],
      ['1', 0],
    ]);
  });
});
