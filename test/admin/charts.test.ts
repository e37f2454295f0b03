import { describe, expect, it } from 'vitest';
import { dayAfter, dayIn } from '../../src/admin/components/day-range.ts';
import { csvOf } from '../../src/admin/components/save-text.ts';
import { rowsOf } from '../../src/admin/features/reports/charts/ChartFrame.tsx';
import { scaleOf } from '../../src/admin/features/reports/charts/chart-parts.tsx';
import { unbroken } from '../../src/admin/features/reports/charts/Lines.tsx';
import { addUpVersions } from '../../src/admin/features/reports/FlowReport.tsx';
import { meanHandlingMs } from '../../src/admin/features/reports/HandoffsReport.tsx';
import { rangeOf } from '../../src/admin/features/reports/use-figures.ts';

describe('the range of a report', () => {
  const at = (query: string) => rangeOf(new URLSearchParams(query), '2026-03-02');

  it('is a week unless the address has another one, and includes today', () => {
    expect(at('')).toEqual({ from: '2026-02-24', to: '2026-03-02' });
    expect(at('range=today')).toEqual({ from: '2026-03-02', to: '2026-03-02' });
    expect(at('range=nonsense')).toEqual(at('range=7'));
    expect(at('range=custom&from=2026-01-05&to=2026-01-01')).toEqual({
      from: '2026-01-01',
      to: '2026-01-05',
    });
    expect(at('range=custom&from=2026-01-05')).toEqual(at(''));
  });

  it('counts days by the calendar of the tenant’s time zone, across a clock change too', () => {
    const justAfterMidnight = Date.parse('2026-10-24T22:30:00Z');
    expect(dayIn('Europe/Berlin', justAfterMidnight)).toBe('2026-10-25');
    expect(dayIn('America/New_York', justAfterMidnight)).toBe('2026-10-24');
    expect(dayAfter('2026-10-25', 1)).toBe('2026-10-26');
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
  });
});

it('a line has a gap where there is no value, and a lone point is drawn as a point', () => {
  expect(unbroken([1, null, null, 2, 3])).toEqual([
    [{ n: 0, value: 1 }],
    [
      { n: 3, value: 2 },
      { n: 4, value: 3 },
    ],
  ]);
  expect(unbroken([null])).toEqual([]);
});

it('a scale ends at a round number that no value exceeds', () => {
  for (const most of [1, 9, 10, 11, 99, 170, 0.013, 41_000]) {
    const { top, ticks } = scaleOf(most);
    expect([most, top >= most, top <= most * 2.5]).toEqual([most, true, true]);
    expect(ticks).toEqual([0, top / 2, top]);
  }
  expect(scaleOf(0).top).toBe(1);
});

it('a table file holds what is shown, and nothing in it is read as a formula', () => {
  const series = [{ id: 'n', name: 'Left, here', tone: 'warn' as const }];
  const point = (name: string, text: string) => ({ key: name, name, cells: [{ value: 1, text }] });
  const points = [point('=HYPERLINK("x")', '1,204'), point('menu', '-3 points'), point('@a', '+8%')];
  expect(csvOf(rowsOf({ axis: 'Step', series, points }))).toBe(
    ['Step,"Left, here"', '"\'=HYPERLINK(""x"")","1,204"', 'menu,-3 points', "'@a,+8%", ''].join('\r\n'),
  );
});

it('a step of several versions is one row: arrivals and drop-offs add up, and the latest version is shown', () => {
  const step = (version: number, stepId: string, reached: number, left: number) => ({
    ...{ version, stepId, reached, left, reachedShare: null, leavingShare: null },
  });
  const steps = [step(1, 'menu', 224, 16), step(2, 'menu', 154, 10), step(1, 'gone', 5, 0)];
  expect(addUpVersions({ steps })).toEqual([
    { stepId: 'menu', version: 2, reached: 378, left: 26 },
    { stepId: 'gone', version: 1, reached: 5, left: 0 },
  ]);
});

it('handling time is divided by the answered conversations: one that was taken and read nothing has none', () => {
  const answered = (n: number) => ({ n, p50: 1, p95: 1 });
  expect(meanHandlingMs({ attendedMs: 360_000, firstResponse: answered(3) })).toBe(120_000);
  expect(meanHandlingMs({ attendedMs: 0, firstResponse: answered(2) })).toBe(0);
  expect(meanHandlingMs({ attendedMs: 0, firstResponse: answered(0) })).toBeNull();
});
