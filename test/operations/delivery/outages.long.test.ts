import { describe, expect, it } from 'vitest';
import { type OutageName, outages } from '../../support/virtual/provider.ts';
import { World } from '../../support/virtual/world.ts';
import { surviveOutage } from './survive-outage.ts';

const twoHoursMs = 2 * 60 * 60_000;

describe('two hours in which a provider', () => {
  it.each(Object.keys(outages) as OutageName[])(
    '%s cost no reply, no order and no operator',
    async (kind) => {
      const world = await World.start();
      try {
        const outage = { name: 'user', behaviour: outages[kind], forMs: twoHoursMs, users: 30 };
        const { calls, lastAfterS, peak } = await surviveOutage(world, outage);
        process.stdout.write(`${kind}: ${calls} calls, last reply ${lastAfterS} s after, peak ${peak}\n`);
        // One send tries for all: not the number of users tells how often a provider that is down is called.
        if (kind !== 'says 131056, too many to this user') expect(calls).toBeLessThan(300);
        // The longest wait of one conversation, and the schedule that puts it back.
        expect(lastAfterS).toBeLessThan(17 * 60);
      } finally {
        await world.stop();
      }
    },
  );
});
