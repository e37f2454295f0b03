import type { InboxAnswer } from '../../../../contract/admin/handoffs.ts';
import type { ApiError } from '../../../api/api.ts';
import type { InboxCache, InboxUpdate } from './inbox-cache.ts';

/** The updates of the watched conversation. */
export type Watched = NonNullable<InboxAnswer['watched']>;

/** The conversation that a tab looks at, and the last message of it that it shows. */
export interface Watch {
  readonly conversationId: string;
  readonly after: string | null;
  /** Whether the visitor is shown as typing. */
  readonly isTyping: boolean;
}

/** Messages between tabs. */
export type TabUpdate =
  | { readonly kind: 'hello' }
  | { readonly kind: 'again' }
  | { readonly kind: 'watch'; readonly watch: Watch | null }
  | { readonly kind: 'away'; readonly isAway: boolean }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'updates'; readonly updates: readonly InboxUpdate[] }
  | { readonly kind: 'watched'; readonly conversationId: string; readonly watched: Watched };

/** The inbox's state, and its age. */
export interface LiveState {
  readonly cache: InboxCache;
  readonly queues: InboxAnswer['queues'];
  /** Whether the list has been loaded. */
  readonly isListed: boolean;
  /** Since when nothing has come, and why; null while it is live. */
  readonly stopped: {
    readonly sinceMs: number;
    readonly failure: ApiError['failure'];
    /** The request ID of the last attempt, for support. */
    readonly code: string | null;
  } | null;
}
