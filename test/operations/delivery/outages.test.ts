import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OutageName, outages } from '../../support/virtual/provider.ts';
import { World } from '../../support/virtual/world.ts';
import { surviveOutage } from './survive-outage.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

describe('four minutes in which a provider', () => {
  it.each(Object.keys(outages) as OutageName[])(
    '%s cost no reply, no order and no operator',
    async (kind) => {
      const name = kind.replace(/\W/g, '');
      const { calls } = await surviveOutage(world, {
        name,
        behaviour: outages[kind],
        forMs: 4 * 60_000,
        users: 2,
      });
      expect(calls).toBeGreaterThan(1);
      expect(calls).toBeLessThan(40);
    },
  );
});
