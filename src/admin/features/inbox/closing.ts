import type { HandoffRow } from '../../../contract/admin/handoffs.ts';

/** Conversations that are about to be closed. */
export interface Closing {
  readonly rows: readonly HandoffRow[];
  readonly body: object;
  /** Forgets what was typed for it. */
  readonly onClosed: () => void;
}
