import { expect, it } from 'vitest';
import { validateFlow } from '../../src/engine/validate.ts';
import { findCostWarnings } from '../../src/warnings/find-flow-warnings.ts';

const warningsOf = (steps: Record<string, unknown>) => {
  const checked = validateFlow({ id: 'f', version: 1, start: 'a', variables: { l: [], s: '' }, steps });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return findCostWarnings(checked.flow);
};
const end = { kind: 'end' };

it('an expression that could be refused has a warning, with its place and its limit', () => {
  const assign = { s: 'l.all(x, l.all(y, -1 in l))', l: 'message.metadata.list' };
  expect(warningsOf({ a: { kind: 'set', assign, next: 'z' }, z: end })).toEqual([
    {
      path: 'steps.a.assign.s',
      message: expect.stringMatching(/^"l\.all.*" is refused when its values are large: .* [\d,]+ times/),
    },
  ]);
  const text = 'Hello {{ duration(message.text) }}';
  expect(warningsOf({ a: { kind: 'message', text, next: 'z' }, z: end })).toMatchObject([
    { path: 'steps.a.text' },
  ]);
});

it.each([
  'l.filter(x, x.status == "open").map(x, x.id)',
  'l.exists(x, x.id == "a1")',
  'message.text.lowerAscii().contains("refund")',
  'has(message.metadata.page) ? message.metadata.page : ""',
  'size(l) > 0 && l[0].name != null',
])('an everyday expression has no warning: %s', (expression) => {
  const step = { kind: 'set', assign: { s: expression, l: 'message.metadata.list' }, next: 'z' };
  expect(warningsOf({ a: step, z: end })).toEqual([]);
});

it('a value that no step changes has its declared size, and the clock is small: no warning of either', () => {
  const all = [1, 2, 3, 4].map((n) => ({ day: `2026-11-0${n}`, t: '10:00' }));
  const expression = 'all.filter(s, s.day != now.date || s.t > now.time)';
  const flow = (more: object) => ({
    ...{ id: 'f', version: 1, start: 'a', variables: { all, s: '' } },
    steps: { a: { kind: 'set', assign: { s: expression, ...more }, next: 'z' }, z: end },
  });
  const checked = [flow({}), flow({ all: 'message.metadata.slots' })].map((one) => validateFlow(one));
  expect(checked.map((one) => (one.ok ? findCostWarnings(one.flow) : one.errors))).toEqual([[], []]);
});
