import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../../support/virtual/world.ts';
import { delaysBesides, percentile } from './neighbours.ts';

let world: World;
beforeAll(async () => {
  world = await World.start(20);
});
afterAll(() => world.stop());

it('a paused account takes up none of the queue, and delays no other', async () => {
  const neighbourhood = { hanging: 0, held: 40, forMs: 30_000, everyMs: 2_000 };
  const delays = await delaysBesides(world, 'held', neighbourhood);
  expect(percentile(delays, 90)).toBeLessThan(1_000);
  expect(world.queue.length).toBe(0);
});
