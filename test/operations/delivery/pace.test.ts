import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../../support/virtual/world.ts';

const acme = '106540352242922';
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const texts = (user: string) => world.provider.taken.filter(({ to }) => to === user).map(({ text }) => text);

it("replies to sixty users at once are sent at their account's rate, each once, and delay no other", async () => {
  const users = Array.from({ length: 60 }, (_, n) => `paced-${n}`);
  for (const user of users) await world.commit({ tenantId: 'acme', user, texts: ['hello'] });
  await world.commit({ tenantId: 'globex', user: 'neighbour', texts: ['at once'] });
  const startedAtMs = world.clock.nowMs();
  await world.run(20_000);
  for (const user of users) expect(texts(user)).toEqual(['hello']);
  const times = world.provider.taken.filter(({ account }) => account === acme).map(({ atMs }) => atMs);
  const lastS = (Math.max(...times) - startedAtMs) / 1000;
  expect(lastS).toBeGreaterThan(60 / 20 - 1);
  expect(lastS).toBeLessThan(15);
  const neighbour = world.provider.taken.find(({ to }) => to === 'neighbour');
  expect((neighbour?.atMs ?? Number.POSITIVE_INFINITY) - startedAtMs).toBeLessThan(1_000);
});

it('an event ahead of its turn in the log costs fewer and fewer looks, and no reply', async () => {
  const late = await world.commit({ tenantId: 'acme', user: 'late', texts: ['hello'], isLogged: false });
  await world.run(5 * 60_000);
  expect(texts('late')).toEqual([]);
  await late();
  await world.run(5 * 60_000);
  expect(texts('late')).toEqual(['hello']);
});
