import { expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { longestWaits } from '../../../src/operations/reports/read-figures.ts';

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const minutesAgo = (minutes: number) => nowMs - minutes * 60_000;
/** Its owner went away: it stands before all others. */
const atTop = (askedMs: number) => askedMs - limits.topOfQueueMs;

const waiting = (queues: Readonly<Record<string, readonly number[]>>) =>
  longestWaits(
    {
      nowMs: () => nowMs,
      directory: { findTenant: async () => ({ queues: ['billing', 'sales'] }) as never },
      inboxIndex: {
        list: async (_, { name }, { fromMs = 0, limit }) =>
          (queues[name ?? ''] ?? [])
            .toSorted((a, b) => a - b)
            .filter((atMs) => atMs >= fromMs)
            .slice(0, limit)
            .map((atMs, n) => ({ conversationId: String(n), atMs, name: '' })),
      },
    },
    'acme',
  );
const minute = 60_000;

it('the longest wait is reported for each queue, and none for an empty one', async () => {
  const found = await waiting({ billing: [minutesAgo(3), minutesAgo(12)], default: [minutesAgo(1)] });
  expect([...found]).toEqual([
    ['default', minute],
    ['billing', 12 * minute],
    ['sales', 0],
  ]);
});

it('those at the top of a queue have waited since their request, and others may have waited longer', async () => {
  expect(
    (await waiting({ billing: [atTop(minutesAgo(5)), minutesAgo(9), atTop(minutesAgo(2))] })).get('billing'),
  ).toBe(9 * minute);
  expect((await waiting({ billing: [atTop(minutesAgo(50)), minutesAgo(9)] })).get('billing')).toBe(
    50 * minute,
  );
});
