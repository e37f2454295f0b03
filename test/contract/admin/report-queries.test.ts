import { describe, expect, it } from 'vitest';
import { conversationsQuery } from '../../../src/contract/admin/conversations.ts';
import { figuresQuery, stepsQuery } from '../../../src/contract/admin/reports.ts';

const range = { from: '2026-10-01', to: '2026-10-31' };

describe('a query of figures', () => {
  it.each([
    [{ from: '0001-01-01' }],
    [{ to: '9999-12-31' }],
    [{ from: '2026-02-30' }],
    [{ version: '', flow: 'support' }],
    [{ version: '0', flow: 'support' }],
    [{ flow: '=1+1 ' }],
    [{ flow: 'a#b' }],
    [{ group: 'visitor' }],
  ])('with %j is invalid', (wrong) => {
    expect(figuresQuery.safeParse(range).success).toBe(true);
    expect(figuresQuery.safeParse({ ...range, ...wrong }).success).toBe(false);
  });

  it('can be of any flow with a possible ID, also where it looks like a path', () => {
    expect(stepsQuery.safeParse({ ...range, flow: '../../x' }).success).toBe(true);
  });
});

describe('a query of conversations', () => {
  it('begins before it ends', () => {
    const [early, late] = ['2026-10-01T00:00:00Z', '2026-10-01T02:00:00+02:00'];
    expect(conversationsQuery.safeParse({ from: early, to: '2026-10-01T00:00:01Z' }).success).toBe(true);
    // The same moment: nothing can begin in between.
    expect(conversationsQuery.safeParse({ from: early, to: late }).success).toBe(false);
    expect(conversationsQuery.safeParse({ from: '2026-11-01T00:00:00Z', to: early }).success).toBe(false);
  });
});
