import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createStartPace } from '../../../src/local/lambda/function-environments.ts';

/** A machine of two cores whose looks end when the test says so, and functions that start environments on it. */
function machine({ busy = true } = {}) {
  const looks: ((isBusy: boolean) => void)[] = [];
  const state = { busy, looks: 0 };
  const pace = createStartPace(2, async () => {
    state.looks += 1;
    if (!state.busy) return false;
    return new Promise<boolean>((resolve) => void looks.push(resolve));
  });
  const named = (name: string) => {
    const started: string[] = [];
    const gone = new Set<string>();
    const start = (id: string) =>
      pace({
        count: () => started.length,
        isNeeded: () => !gone.has(id),
        run: async () => void started.push(`${name} ${id}`),
      });
    return { started, gone, start };
  };
  /** Every look that is under way ends: the machine is as busy as before. */
  const look = async () => {
    for (const end of looks.splice(0)) end(state.busy);
    await nextRound();
  };
  return { state, named, look };
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n));

describe('on a busy machine', () => {
  it('the first few environments of a function start at once, and each further one after a delay', async () => {
    const { named, look } = machine();
    const webchat = named('webchat');
    for (const id of ids(5)) void webchat.start(id);
    await nextRound();
    expect(webchat.started).toHaveLength(4);
    // Twice half a second for each that is there: eight looks of a quarter.
    for (let n = 0; n < 7; n += 1) await look();
    expect(webchat.started).toHaveLength(4);
    await look();
    expect(webchat.started).toHaveLength(5);
  });

  it("another function's first does not wait for them", async () => {
    const { named } = machine();
    const webchat = named('webchat');
    for (const id of ids(30)) void webchat.start(id);
    await nextRound();
    const schedule = named('schedule');
    await schedule.start('0');
    expect(schedule.started).toEqual(['schedule 0']);
  });

  it('one that no event waits for any more does not start, and delays none', async () => {
    const { named, look, state } = machine();
    const webchat = named('webchat');
    const all = ids(30).map((id) => webchat.start(id));
    await nextRound();
    for (const id of ids(29)) webchat.gone.add(id);
    const before = state.looks;
    await look();
    state.busy = false;
    await look();
    await Promise.all(all);
    expect(webchat.started).toEqual([0, 1, 2, 3, 29].map((id) => `webchat ${id}`));
    expect(state.looks - before).toBeLessThanOrEqual(2);
  });
});

it('on an idle machine each starts after one check', async () => {
  const { named, state } = machine({ busy: false });
  const webchat = named('webchat');
  await Promise.all(ids(10).map((id) => webchat.start(id)));
  expect(webchat.started).toHaveLength(10);
  expect(state.looks).toBe(6);
});
