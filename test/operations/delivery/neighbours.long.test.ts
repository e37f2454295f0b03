import { expect, it } from 'vitest';
import { World } from '../../support/virtual/world.ts';
import { delaysBesides, percentile } from './neighbours.ts';

const neighbourhood = { hanging: 300, held: 2_000, forMs: 10 * 60_000, everyMs: 1_000 };

it.each(['hanging', 'held'] as const)(
  'ten minutes beside a tenant whose account is %s: 99 of 100 replies are sent within a second',
  async (trouble) => {
    const world = await World.start(1_000);
    try {
      const delays = await delaysBesides(world, trouble, neighbourhood);
      const [p50, p99, most] = [50, 99, 100].map((share) => percentile(delays, share));
      process.stdout.write(
        `${trouble}: p50 ${p50} ms, p99 ${p99} ms, most ${most} ms; peak in flight ${world.queue.peak}\n`,
      );
      expect(delays).toHaveLength(600);
      expect(p99).toBeLessThan(1_000);
    } finally {
      await world.stop();
    }
  },
);
