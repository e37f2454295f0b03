import { expect, it } from 'vitest';
import { replayScript } from '../../src/engine/replay-script.ts';
import { flowOf } from '../support/flow-of.ts';

const flow = flowOf({ bye: { kind: 'end', text: 'Bye.' } });
const said = { text: 'Bye.', choices: [] };

it('a replay goes no further than its budget, and tells what it has spent it on', async () => {
  const spent: unknown[] = [];
  const script = { steps: [{ user: 'one' }, { user: 'two' }, { user: 'three' }] };
  const replayed = await replayScript(flow, script, [], {
    isSpent: () => spent.length === 2,
    spend: (turn) => spent.push(turn),
  });
  expect(replayed).toMatchObject({ complete: false, raised: null });
  expect(replayed.turns).toEqual([
    { action: { user: 'one' }, before: [], now: [said], same: false },
    { action: { user: 'two' }, before: [], now: [said], same: false },
  ]);
  expect(spent).toEqual(replayed.turns);
});
