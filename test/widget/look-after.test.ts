import { describe, expect, it } from 'vitest';
import { type Awaited, pollIntervalMs } from '../../src/widget/poll-interval.ts';

const minuteMs = 60_000;
const handoff = { id: 'h', position: 1, agent: null, typing: false, tag: '1' } as const;
const inLine: Awaited = {
  ...{ status: 'handoff', isAnswerDue: false, quietMs: 0 },
  handoff: { ...handoff, state: 'waiting' },
};
const talking: Awaited = { ...inLine, handoff: { ...handoff, state: 'with_agent' } };

/** How often it looks in an hour in which nothing happens. */
function looksOfAnHour(awaited: Awaited): number {
  let looks = 0;
  for (let quietMs = 0; quietMs < 60 * minuteMs; looks += 1)
    quietMs += pollIntervalMs({ ...awaited, quietMs }) ?? Number.POSITIVE_INFINITY;
  return looks;
}

describe('a visitor who waits for an agent', () => {
  it('polls every second while the agent is typing, or has just acted', () => {
    expect(pollIntervalMs({ ...talking, quietMs: 59_999 })).toBe(1_000);
    expect(pollIntervalMs({ ...talking, quietMs: 4 * minuteMs })).toBe(2_000);
    expect(pollIntervalMs({ ...talking, quietMs: 60 * minuteMs })).toBe(5_000);
    const typing = { ...handoff, state: 'with_agent', typing: true } as const;
    expect(pollIntervalMs({ ...talking, handoff: typing, quietMs: 60 * minuteMs })).toBe(1_000);
  });

  it('polls less often in the queue, and holds a request only for a flow’s answer', () => {
    expect(pollIntervalMs(inLine)).toBe(3_000);
    expect(pollIntervalMs({ ...inLine, isAnswerDue: true })).toBeNull();
    expect(pollIntervalMs({ ...inLine, status: 'active', handoff: null })).toBeNull();
  });

  it('polls some 760 times in an hour of silence: what a bill counts', () => {
    expect(looksOfAnHour(inLine)).toBe(760);
    expect(looksOfAnHour(talking)).toBe(840);
  });
});
