import { expect, it } from 'vitest';
import { findTimeWarnings } from '../../src/warnings/find-time-warnings.ts';
import { flowOf } from '../support/flow-of.ts';

const call = {
  kind: 'http',
  method: 'GET',
  url: 'https://a.example/',
  next: 'done',
  onError: 'done',
} as const;

it('a turn that takes long is warned of, but for one that its author has left to the queue', () => {
  expect(findTimeWarnings(flowOf({ a: call }))).toMatchObject([
    { message: expect.stringContaining('gets a 202 after 3 s') },
  ]);
  expect(findTimeWarnings(flowOf({ a: { ...call, background: true } }))).toEqual([]);
  const both = flowOf({ b: { ...call, background: false, next: 'a' }, a: { ...call, background: true } });
  expect(findTimeWarnings(both)).toEqual([]);
});

it('what a request itself must do before that is warned of when it is too long for it', () => {
  const waits = { ...call, background: false } as const;
  const flow = flowOf({
    one: { ...waits, next: 'two' },
    two: { ...waits, next: 'left' },
    left: { ...call, background: true },
  });
  expect(findTimeWarnings(flow)).toMatchObject([{ message: expect.stringContaining('10 s of a request') }]);
});
