import { expect, it } from 'vitest';
import { findTimeWarnings } from '../../src/warnings/find-flow-warnings.ts';
import { flowOf } from '../support/flow-of.ts';

const call = {
  kind: 'http',
  method: 'GET',
  url: 'https://a.example/',
  next: 'done',
  onError: 'done',
} as const;

it('a long turn has a warning, unless its author has moved it to the queue', () => {
  expect(findTimeWarnings(flowOf({ a: call }))).toMatchObject([
    { message: expect.stringContaining('gets a 202 after 3 s') },
  ]);
  expect(findTimeWarnings(flowOf({ a: { ...call, background: true } }))).toEqual([]);
  const both = flowOf({ b: { ...call, background: false, next: 'a' }, a: { ...call, background: true } });
  expect(findTimeWarnings(both)).toEqual([]);
});

it('whatever comes before a step that is moved to the queue, its author knows that the answer is a 202', () => {
  const waits = { ...call, background: false } as const;
  const inARow = { one: { ...waits, next: 'two' }, two: { ...waits, next: 'last' } } as const;
  expect(findTimeWarnings(flowOf({ ...inARow, last: { ...call, background: true } }))).toEqual([]);
  expect(findTimeWarnings(flowOf({ ...inARow, last: waits }))).toMatchObject([
    { message: expect.stringMatching(/ 15 s \(one -> two -> last\): a visitor gets a 202 after 3 s and /) },
  ]);
});
