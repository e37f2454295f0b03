import type { MessageUpdate } from '../contract/message-updates.ts';
import type { FlowPosition, Handoff } from '../contract/vocabulary.ts';
import type { HandoffOutcome, HandoffOwner, HandoffRequest } from './handoff.ts';

/** Why somebody has a handoff no more that goes on. */
export type ReleaseReason = 'assigned' | 'owner_away' | 'owner_gone' | 'center_away';

/** Something besides replies that a turn asks for. */
export type Notice =
  | {
      readonly kind: 'handoff';
      readonly handoff: Handoff;
      /** Missing in what the last release wrote. */
      readonly asked?: HandoffRequest;
      /** What the humans are to read: after this message, so many of them. */
      readonly transcript?: { readonly after: string | null; readonly count: number };
    }
  | {
      readonly kind: 'handoff-taken';
      readonly handoffId: string;
      readonly epoch: number;
      readonly by: HandoffOwner;
      readonly previous: HandoffOwner | null;
      readonly waitedMs: number;
    }
  | {
      readonly kind: 'handoff-released';
      readonly handoffId: string;
      readonly epoch: number;
      readonly previous: HandoffOwner | null;
      readonly reason: ReleaseReason;
      readonly queue: string;
      readonly offeredTo: string | null;
    }
  | {
      readonly kind: 'handoff-ended';
      readonly handoffId: string;
      readonly epoch: number;
      readonly outcome: HandoffOutcome;
      readonly by: HandoffOwner | null;
      /** Where the flow goes on; null where it does not. */
      readonly stepId: string | null;
      readonly waitedMs: number;
      readonly firstReplyMs: number | null;
      readonly heldMs: number;
      readonly attendedMs: number;
      readonly counts: { readonly visitor: number; readonly agent: number };
      readonly disposition?: string;
    }
  | {
      readonly kind: 'flow-completed';
      readonly flow: FlowPosition;
      readonly outcome: 'completed' | 'failed' | 'expired';
    }
  | { readonly kind: 'message-updated'; readonly update: MessageUpdate }
  | {
      /** No flow answered the message of this turn, or of the attempt that this turn is about. */
      readonly kind: 'turn-failed';
      readonly flow: FlowPosition;
      readonly reason: string;
    }
  | {
      readonly kind: 'passed-on';
      readonly handoffId?: string;
      /** It was written to humans who had gone when it was read. */
      readonly late?: true;
    };
