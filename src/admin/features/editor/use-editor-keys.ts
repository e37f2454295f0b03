import { useEffect } from 'react';
import { type EditorCommand, editorCommands, keyOf } from './store/commands.ts';
import type { Editor } from './store/editor-context.ts';

/** The editor's keys; in a field those that type stay the field's own. */
export function useEditorKeys(editor: Editor): void {
  useEffect(() => {
    const { actions } = editor;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const command = editorCommands.find(({ keys, isNative }) => !isNative && keys.includes(keyOf(event)));
      if (!command || (isField(event) && !command.isInFields)) return;
      event.preventDefault();
      run(command, editor);
    };
    const onCopy = (event: ClipboardEvent) => {
      if (isField(event) || document.querySelector('dialog[open]') || getSelection()?.toString()) return;
      const text = actions.copied();
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      const steps = actions.chosenSteps().length;
      if (event.type === 'cut') actions.remove();
      else actions.say({ kind: 'copied', steps });
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isField(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      actions.paste(event.clipboardData?.getData('text/plain') ?? '');
    };
    addEventListener('keydown', onKeyDown);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      removeEventListener('keydown', onKeyDown);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [editor]);
}

function run({ run: start }: EditorCommand, editor: Editor): void {
  start(editor);
}

/** Whether somebody types; also within a part of the page that keeps its insides to itself. */
function isField(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
