import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../../src/local/simulator/hostility.ts';
import type { Behaviour } from '../../support/virtual/provider.ts';
import { World } from '../../support/virtual/world.ts';

const acme = '106540352242922';
const users = Array.from({ length: 20 }, (_, n) => `patient-${n}`);
const turns = ['first', 'second', 'third', 'fourth'];

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

/** Refuses a share of the calls, each kind as often as the other. */
function nowAndThen(share: number, statuses: readonly number[]): Behaviour {
  const random = seededRandom(11);
  return async (request, clock) => {
    if (random() >= share) return world.provider.take(request);
    await clock.sleep(50);
    const status = statuses[Math.floor(random() * statuses.length)] ?? 500;
    return { status, headers: {}, body: '{}' };
  };
}

it('a provider that fails one call in ten slows its account down a little, and never stops it', async () => {
  world.provider.troubles.set(acme, nowAndThen(0.1, [500, 503, 429]));
  const startedAtMs = world.clock.nowMs();
  for (const text of turns) {
    for (const user of users) await world.commit({ tenantId: 'acme', user, texts: [text] });
  }
  await world.run(60_000);
  for (const user of users) {
    expect(world.provider.taken.filter(({ to }) => to === user).map(({ text }) => text)).toEqual(turns);
  }
  const lastAtMs = Math.max(...world.provider.taken.map(({ atMs }) => atMs));
  // At twenty a second the account needs four seconds for them all when nothing fails.
  expect((lastAtMs - startedAtMs) / 1000).toBeLessThan(14);
});
