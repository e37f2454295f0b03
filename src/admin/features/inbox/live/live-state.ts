import type { InboxAnswer } from '../../../../contract/admin/handoffs.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { Board, Told } from './board.ts';

/** What is new in a conversation that is looked at. */
export type Watched = NonNullable<InboxAnswer['watched']>;

/** The conversation that a tab looks at, and the last message of it that it shows. */
export interface Watch {
  readonly conversationId: string;
  readonly after: string | null;
  /** Whether the visitor is shown as writing. */
  readonly isTyping: boolean;
}

/** What tabs tell each other. */
export type Word =
  | { readonly kind: 'hello' }
  | { readonly kind: 'again' }
  | { readonly kind: 'watch'; readonly watch: Watch | null }
  | { readonly kind: 'away'; readonly isAway: boolean }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'told'; readonly told: readonly Told[] }
  | { readonly kind: 'watched'; readonly conversationId: string; readonly watched: Watched };

/** What is known of the inbox, and how fresh it is. */
export interface LiveState {
  readonly board: Board;
  readonly queues: InboxAnswer['queues'];
  /** Whether the list was loaded once. */
  readonly isListed: boolean;
  /** Since when nothing has come, and why; null while it is live. */
  readonly stopped: {
    readonly sinceMs: number;
    readonly failure: ApiError['failure'];
    /** What support needs to find the last try. */
    readonly code: string | null;
  } | null;
}
