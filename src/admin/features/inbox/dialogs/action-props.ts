import type { HandoffRow, HandoffView } from '../../../../contract/admin/handoffs.ts';
import type { Done } from '../../../components/notify.tsx';

/** The props of a dialog for conversations. */
export interface ActionProps {
  readonly rows: readonly HandoffRow[];
  /** Null until it is known, and of several. */
  readonly view: HandoffView | null;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}
