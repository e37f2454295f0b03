import type { StoredServiceKey } from '../domain/service-key.ts';

/** Service keys, as requests are decided by them. @see handoff.md 5 */
export interface ServiceKeys {
  /** The key of this id, of whichever tenant; null when there is none. What it says may be half a minute old. */
  find(id: string): Promise<StoredServiceKey | null>;
  /** Notes that it was used, at most once a minute. */
  noteUse(key: StoredServiceKey): Promise<void>;
}
