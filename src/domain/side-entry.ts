import type { MessageUpdate } from '../contract/message-updates.ts';
import type { HandoffOwner } from './handoff.ts';

/** What has become of a handoff, as its history tells it. */
export type SideEvent =
  | 'taken'
  | 'assigned'
  | 'returned'
  | 'closed'
  | 'expired'
  | 'visitor'
  | 'owner_away'
  | 'owner_gone'
  | 'moved';

/** An update as it lies beside the conversation. */
type StoredUpdate = Omit<MessageUpdate, 'id' | 'at'> & {
  /** Turns of which one has, or will have, the message: it may have come after what is said of it. */
  readonly turnIds: readonly string[];
};

/** What only the tenant's people read of a conversation: never in any list of messages. @see handoff.md 1.1 */
export interface SideEntry {
  readonly id: string;
  /** Null: the visitor, or the schedule. */
  readonly by: HandoffOwner | null;
  /** What was done; a note has none. */
  readonly event?: SideEvent;
  /** Of what was assigned: the colleague's name, or the queue; of what was moved: the queue that is there no more. */
  readonly to?: string;
  /** Empty where only something was done. */
  readonly text: string;
  /** What the visitor has done to a message of theirs, or of ours, later. */
  readonly update?: StoredUpdate;
  /** Ids of colleagues who are meant. */
  readonly mention?: readonly string[];
  /** ISO 8601 UTC. */
  readonly at: string;
}
