import type { HandoffRow } from '../../../contract/admin/handoffs.ts';

/** A conversation that is about to be closed. */
export interface Closing {
  readonly row: HandoffRow;
  readonly body: object;
  /** Forgets what was typed for it. */
  readonly onClosed: () => void;
}
