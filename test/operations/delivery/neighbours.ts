import { outages } from '../../support/virtual/provider.ts';
import type { World } from '../../support/virtual/world.ts';

const [acme, globex] = ['106540352242922', '208765432109876'];

export interface Neighbourhood {
  readonly hanging: number;
  readonly held: number;
  readonly forMs: number;
  /** Between two messages of the other tenant. */
  readonly everyMs: number;
}

/** Many of one tenant's conversations can't send; another tenant's replies go out meanwhile. Their times, sorted. */
export async function delaysBesides(
  world: World,
  trouble: 'hanging' | 'held',
  { hanging, held, forMs, everyMs }: Neighbourhood,
): Promise<number[]> {
  const behaviour =
    trouble === 'hanging' ? outages['accepts and never answers'] : outages['refuses the token'];
  world.provider.troubles.set(acme, behaviour);
  const count = trouble === 'hanging' ? hanging : held;
  for (let n = 0; n < count; n += 1) {
    await world.commit({ tenantId: 'acme', user: `${trouble}-${n}`, texts: ['never'] });
  }
  const startedAtMs = new Map<string, number>();
  for (let n = 0; n * everyMs < forMs; n += 1) {
    const user = `${trouble}-neighbour-${n}`;
    startedAtMs.set(user, world.clock.nowMs());
    await world.commit({ tenantId: 'globex', user, texts: ['at once'] });
    await world.run(everyMs);
  }
  await world.run(60_000);
  const sent = new Map(
    world.provider.taken.filter(({ account }) => account === globex).map(({ to, atMs }) => [to, atMs]),
  );
  return [...startedAtMs]
    .map(([user, atMs]) => (sent.get(user) ?? Number.POSITIVE_INFINITY) - atMs)
    .sort((a, b) => a - b);
}

/** The value that so many of a hundred stay below. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * share) / 100) - 1)] ?? Number.NaN;
}
