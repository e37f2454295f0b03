import type { HandoffRow, HandoffView } from '../../../../contract/admin/handoffs.ts';
import type { Done } from '../../../components/notify.tsx';

/** What a dialog over a conversation is given. */
export interface ActionProps {
  readonly rows: readonly HandoffRow[];
  /** Null until it is known, and of several. */
  readonly view: HandoffView | null;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}
