import { hash32 } from '../contract/hash32.ts';

/** A version that a share of new conversations gets. */
export interface Canary {
  readonly version: number;
  readonly percent: number;
  /** So long after its publication it is met by all, unless it does worse. */
  readonly promoteAfterHours?: number | undefined;
}

/**
 * Whether a conversation is among those that get the canary: always the same answer for the same one, and another
 * choice of conversations for each flow and version.
 * @see design 9 "Flows"
 */
export function meetsCanary(
  { conversationId, flowId }: { readonly conversationId: string; readonly flowId: string },
  { version, percent }: Canary,
): boolean {
  return hash32(`${conversationId}#${flowId}#${version}`) % 100 < percent;
}
