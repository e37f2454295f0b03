import type { SimulatedAccount } from './accounts.ts';
import type { SimulatedUser } from './provider.ts';

/** The customer-service windows: a business may write freely for 24 hours after the user's last message. */
export interface Windows {
  open(account: SimulatedAccount, user: SimulatedUser, atMs: number): void;
  isOpen(account: SimulatedAccount, user: SimulatedUser, nowMs: number): boolean;
}

const windowMs = 24 * 60 * 60 * 1000;

/** All closed: nobody has written yet. */
export function createWindows(): Windows {
  const lastMs = new Map<string, number>();
  const keyOf = (account: SimulatedAccount, user: SimulatedUser) => `${account.key}|${user.id}`;
  return {
    open: (account, user, atMs) => void lastMs.set(keyOf(account, user), atMs),
    isOpen(account, user, nowMs) {
      const atMs = lastMs.get(keyOf(account, user));
      return atMs !== undefined && nowMs - atMs < windowMs;
    },
  };
}
