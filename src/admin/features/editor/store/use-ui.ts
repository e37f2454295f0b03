import { useSyncExternalStore } from 'react';
import { useEditor } from './editor-context.ts';
import type { Ui } from './ui.ts';

/** What of the editor is open. */
export function useUi(): Ui {
  const { ui } = useEditor().actions;
  return useSyncExternalStore(ui.subscribe, ui.read);
}
