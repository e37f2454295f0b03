import { expect, it } from 'vitest';
import { messageUsd } from '../../../src/contract/runs.ts';
import type { Cell } from '../../../src/domain/runs/cells.ts';
import { costOf } from '../../../src/domain/runs/count-run.ts';

const cell = (channel: 'webchat' | 'chatapp', visitor: number, kind: 'run' | 'handoff' = 'run'): Cell => ({
  of: { kind, channel, place: null, flow: 'support', version: 1 },
  n: kind === 'run' ? { started: 1, visitor, bot: 2 * visitor, agent: 3 } : { requested: 1 },
  h: {},
});

it('counted messages cost what the price list says for visitors’ messages, each on its channel, to the last place', () => {
  const told = costOf([cell('webchat', 3), cell('chatapp', 2), cell('webchat', 0, 'handoff')]);
  expect(told).toBe(Number((3 * messageUsd.webchat + 2 * messageUsd.webhook).toFixed(9)));
  expect(costOf([cell('webchat', 1_000_000)])).toBeCloseTo(1_000_000 * messageUsd.webchat, 7);
  expect(costOf([])).toBe(0);
});
