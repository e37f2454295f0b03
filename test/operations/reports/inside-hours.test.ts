import { expect, it } from 'vitest';
import { withInsideHours } from '../../../src/operations/reports/take-runs.ts';
import { storyOf } from '../../support/told-runs.ts';

/** A Friday, ten minutes to six in Berlin. */
const askedMs = Date.parse('2026-10-23T17:50:00+02:00');
const hours = { friday: ['09:00-18:00'], monday: ['09:00-18:00'] };
const takenMs = Date.parse('2026-10-26T09:05:00+01:00');
const minuteMs = 60_000;

/** A handoff that was asked for by a step, as it is kept. */
async function kept(handoff: object, steps: object | null) {
  const [told] = storyOf(1, askedMs);
  if (!told) throw new Error('a story has a beginning');
  const handoffs = [{ id: 'h', queue: 'billing', requestedAtMs: askedMs, ...handoff }];
  const { run } = await withInsideHours(
    {
      findFlow: async () => steps && ({ steps } as never),
      findTenant: async () => ({ time_zone: 'Europe/Berlin' }) as never,
    },
    { ...told, run: { ...told.run, handoffs } },
  );
  return run.handoffs?.[0]?.insideMs;
}

const step = { id: 'support', version: 1, stepId: 'human' };
const handoffStep = { human: { kind: 'handoff', hours } };

it('a wait over a weekend counts within the hours of the step that asked', async () => {
  expect(await kept({ step, takenAtMs: takenMs }, handoffStep)).toBe(15 * minuteMs);
});

it('a step without hours is always open, like one that an agent took over', async () => {
  const whole = takenMs - askedMs;
  expect(await kept({ step, takenAtMs: takenMs }, { human: { kind: 'handoff' } })).toBe(whole);
  expect(await kept({ step, takenAtMs: takenMs }, { human: { kind: 'question', hours } })).toBe(whole);
});

it.each([
  ['nobody has taken', { step }, handoffStep],
  ['the last release noted without its step', { takenAtMs: takenMs }, handoffStep],
  ['asked a version that is gone', { step, takenAtMs: takenMs }, null],
])('of a handoff that %s has no wait within hours', async (_, handoff, steps) => {
  expect(await kept(handoff, steps)).toBeUndefined();
});
