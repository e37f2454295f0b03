import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import type { Receipt } from '../../ports/received-messages.ts';
import type { Gateway } from '../gateway.ts';
import { inLanes } from '../in-lanes.ts';
import { type Arrival, blockFollowers, fail } from './arrivals.ts';

type ClaimPorts = Pick<Gateway, 'received' | 'pause'>;

const waitsForTwin = 20;
const waitMs = 100;

/**
 * Claims each message: what nobody has taken, or somebody has begun to take, is the caller's; what stands behind one that
 * could not be claimed is not.
 */
export async function claimAll(gateway: ClaimPorts, tenantId: string, arrivals: readonly Arrival[]) {
  const claims = await inLanes(arrivals, async (arrival) => {
    const receipt = await claimUnderAny(gateway, tenantId, arrival);
    if (receipt.is === 'again') arrival.triedSinceMs = receipt.sinceMs;
    if (receipt.is !== 'taken') return 'fresh';
    // Only for whoever asks later what became of the message: the provider needs no answer to that.
    await gateway.received.noteDuplicate(tenantId, arrival.key).catch(() => undefined);
    return 'duplicate';
  });
  const of = (result: 'duplicate' | 'fresh') =>
    arrivals.filter((_, n) => {
      const claim = claims[n];
      return claim && 'value' in claim && claim.value === result;
    });
  for (const [n, claim] of claims.entries()) fail(arrivals.slice(n, n + 1), claim);
  blockFollowers(arrivals);
  const fresh = of('fresh');
  return {
    fresh,
    duplicates: of('duplicate').length,
    failed: arrivals.filter((arrival) => arrival.failure && !fresh.includes(arrival)),
  };
}

/** Other keys of ids than the current one are read only while there are any; what was begun under one goes on under it. */
async function claimUnderAny(gateway: ClaimPorts, tenantId: string, arrival: Arrival) {
  const { otherKeys } = arrival;
  const found = await Promise.all(otherKeys.map((key) => gateway.received.find(tenantId, key)));
  if (found.some((message) => message?.taken)) return { is: 'taken' } as const;
  arrival.key = otherKeys.find((_, n) => found[n]) ?? arrival.key;
  return claim(gateway, tenantId, arrival.key);
}

/** @throws TemporarilyUnavailableError when the same message is being taken and it takes long */
export async function claim(
  { received, pause }: ClaimPorts,
  tenantId: string,
  key: string,
): Promise<Exclude<Receipt, { is: 'being-taken' }>> {
  for (let wait = 0; wait < waitsForTwin; wait += 1) {
    const receipt = await received.claim(tenantId, key);
    if (receipt.is !== 'being-taken') return receipt;
    await pause(waitMs);
  }
  throw new TemporarilyUnavailableError();
}
