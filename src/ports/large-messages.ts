import type { CanonicalMessage } from '../contract/canonical-message.ts';

/** Keeps messages that are too large for a queue record, an event or a conversation item. */
export interface LargeMessages {
  /** Stores it whole under a key of the tenant; storing it again changes nothing. */
  store(tenantId: string, key: string, message: CanonicalMessage, expiresAtS: number): Promise<void>;
  /** The whole message; null when none is stored, or not anymore. */
  find(tenantId: string, key: string): Promise<CanonicalMessage | null>;
}
