import { expect } from 'vitest';
import type { Behaviour } from '../../support/virtual/provider.ts';
import type { World } from '../../support/virtual/world.ts';

const acme = '106540352242922';
const minuteMs = 60_000;

interface Outage {
  /** Names the users, so that outages may follow each other. */
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly forMs: number;
  readonly users: number;
}

/**
 * An account's provider is bad for a while, during which people go on writing; then it is well again. Asserts that every
 * reply leaves once and in order, by itself, and tells how often the provider was called meanwhile and how long the last
 * reply took to leave when it was well.
 */
export async function surviveOutage(world: World, { name, behaviour, forMs, users }: Outage) {
  const { provider } = world;
  const before = { calls: provider.calls.length, taken: provider.taken.length };
  const names = Array.from({ length: users }, (_, n) => `${name}-${n}`);
  const say = (n: string) =>
    Promise.all(names.map((user) => world.commit({ tenantId: 'acme', user, texts: [`${n}a`, `${n}b`] })));
  provider.troubles.set(acme, behaviour);
  await say('first');
  await world.run(forMs / 2);
  await say('second');
  await world.run(forMs / 2);
  expect(provider.taken).toHaveLength(before.taken);
  const calls = provider.calls.length - before.calls;
  provider.troubles.delete(acme);
  const wellAtMs = world.clock.nowMs();
  await world.run(Math.min(20 * minuteMs, 4 * minuteMs + forMs));
  for (const user of names) {
    const texts = provider.taken.filter(({ to }) => to === user).map(({ text }) => text);
    expect(texts).toEqual(['firsta', 'firstb', 'seconda', 'secondb']);
  }
  expect(world.queue.length).toBe(0);
  const lastAtMs = Math.max(...provider.taken.map(({ atMs }) => atMs));
  return { calls, lastAfterS: Math.round((lastAtMs - wellAtMs) / 1000), peak: world.queue.peak };
}
