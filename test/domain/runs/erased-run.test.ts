import { expect, it } from 'vitest';
import { erasedRun } from '../../../src/domain/runs/count-run.ts';
import { storyOf } from '../../support/told-runs.ts';

const slotMs = Date.parse('2026-10-25T00:15:00Z');
const startedAtMs = slotMs + 7 * 60_000 + 13;
const [begun, , ended] = storyOf(1, startedAtMs).map(({ channel, run }) =>
  erasedRun({ channel, run, recontactedAtMs: null, undelivered: 0, visitor: 'mark' }),
);

it('a run without its visitor keeps its length, and neither start nor end is known to the minute', () => {
  expect(ended?.run).toMatchObject({ startedAtMs: slotMs, endedAtMs: slotMs + 200_000, userId: '' });
});

it('a run in progress has no end when its visitor is erased either', () => {
  expect(begun?.run).toMatchObject({ startedAtMs: slotMs, lastActivityMs: slotMs });
  expect(Object.keys(begun?.run ?? {})).not.toContain('endedAtMs');
});
