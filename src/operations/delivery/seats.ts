import type { AccountRef } from '../../ports/send-pacing.ts';
import type { Invocation } from './delivery-ports.ts';

const seatsPerAccount = 5;

/** Seats for the sends of one invocation: those of an account beyond its seats wait for one to become free. */
export function createSeats(): Invocation['seat'] {
  const taken = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  return async (account, send) => {
    const key = nameOf(account);
    const count = taken.get(key) ?? 0;
    if (count < seatsPerAccount) taken.set(key, count + 1);
    else await new Promise<void>((resolve) => void waiting.set(key, [...(waiting.get(key) ?? []), resolve]));
    try {
      return await send();
    } finally {
      const [next, ...others] = waiting.get(key) ?? [];
      waiting.set(key, others);
      // Whoever waits takes the seat over.
      if (next) next();
      else taken.set(key, (taken.get(key) ?? 1) - 1);
    }
  };
}

const nameOf = ({ tenantId, channel, accountId }: AccountRef) => `${tenantId}#${channel}#${accountId}`;
