import { useUi } from '../store/use-ui.ts';
import { AddDialog, ConnectDialog } from './AddDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { GroupDialog, RenameDialog } from './NameDialogs.tsx';
import { PastedFlowDialog } from './PastedFlowDialog.tsx';
import { SearchDialog } from './SearchDialog.tsx';

/** What is asked for above the editor. */
export function EditorDialogs() {
  const { dialog } = useUi();
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'add':
      return <AddDialog from={dialog.from} at={dialog.at} />;
    case 'connect':
      return <ConnectDialog from={dialog.from} />;
    case 'rename':
      return <RenameDialog id={dialog.id} />;
    case 'group':
      return <GroupDialog steps={dialog.steps} />;
    case 'search':
      return <SearchDialog />;
    case 'keys':
      return <KeysDialog />;
    case 'pasted-flow':
      return <PastedFlowDialog {...dialog} />;
  }
}
