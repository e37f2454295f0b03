import * as z from 'zod/mini';
import { readStored } from './read-stored.ts';
import type { Surroundings } from './surroundings.ts';

const key = 'gateway-admin.pending-sign-in';

const pendingSignIn = z.object({
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** Path under the application's root to come back to. */
  returnTo: z.string(),
  /** Whether the application began it by itself, since a refresh had failed. */
  isAutomatic: z.boolean(),
});
/** A sign-in that is under way in this tab. @see spec "Administration sign-in" 1 */
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/** Keeps what the callback will need; one that was under way before is given up. */
export function keepPendingSignIn({ storage }: Pick<Surroundings, 'storage'>, pending: PendingSignIn): void {
  storage.setItem(key, JSON.stringify(pending));
}

/** Takes it out, so that a `state` is used once; null when this tab has begun none. */
export function takePendingSignIn({ storage }: Pick<Surroundings, 'storage'>): PendingSignIn | null {
  const pending = readStored(storage, key, pendingSignIn);
  storage.removeItem(key);
  return pending;
}
