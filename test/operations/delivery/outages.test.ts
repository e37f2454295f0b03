import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OutageName, outages } from '../../support/virtual/provider.ts';
import { World } from '../../support/virtual/world.ts';
import { surviveOutage } from './survive-outage.ts';

/** One of each way through the code; `outages.long.test.ts` has all, for two hours. */
const kinds: readonly OutageName[] = [
  'refuses the connection',
  'accepts and never answers',
  'says 131056, too many to this user',
  'refuses the token',
  'says 200 with a page instead of an id',
  'sends the call elsewhere',
];
const forMs = 3 * 60_000;

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

describe('three minutes in which a provider', () => {
  it.each(kinds)(
    '%s cost no reply, no order and no operator',
    async (kind) => {
      const name = kind.replace(/\W/g, '');
      const { calls } = await surviveOutage(world, { name, behaviour: outages[kind], forMs, users: 2 });
      expect(calls).toBeGreaterThan(1);
      expect(calls).toBeLessThan(40);
    },
    60_000,
  );
});
