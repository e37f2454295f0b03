import type { Fault, ProxiedCall } from '../fault-proxy.ts';

/** A third each: refused before the effect; done, but answered with an error or not at all; never answered. */
const kinds: readonly (readonly Fault[])[] = [
  ['throttled', 'failed', 'reset'],
  ['done-but-failed', 'done-but-reset', 'done-but-hanging'],
  ['hanging'],
];
/** Of the calls. */
const faultShare = 0.03;
/** Of the faults; they outlast what the SDK tries by itself. */
const stubbornShare = 0.5;
const sdkRetries = 2;

/** What becomes of each call; a stubborn fault meets the same call again when it is retried. */
export function faultChoice(random: () => number): (call: ProxiedCall) => Fault | undefined {
  const stubborn = new Map<string, { readonly fault: Fault; left: number }>();
  return ({ caller, operation }) => {
    const key = `${caller} ${operation}`;
    const again = stubborn.get(key);
    if (again) {
      again.left -= 1;
      if (again.left === 0) stubborn.delete(key);
      return again.fault;
    }
    if (random() >= faultShare) return undefined;
    const kind = kinds[Math.floor(random() * kinds.length)] ?? [];
    const fault = kind[Math.floor(random() * kind.length)];
    if (fault && random() < stubbornShare) stubborn.set(key, { fault, left: sdkRetries });
    return fault;
  };
}
