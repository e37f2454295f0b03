import type { HandoffOwner } from './handoff.ts';

/** What only the tenant's people read of a conversation: never in any list of messages. @see handoff.md 1.1 */
export interface SideEntry {
  readonly id: string;
  readonly by: HandoffOwner;
  readonly text: string;
  /** Ids of colleagues who are meant. */
  readonly mention?: readonly string[];
  /** ISO 8601 UTC. */
  readonly at: string;
}
