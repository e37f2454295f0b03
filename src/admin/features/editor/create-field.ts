import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The common API of the editor's fields. */
export interface Field {
  readonly text: () => string;
  /** Replaces the text without an event. */
  readonly write: (text: string) => void;
  readonly stop: () => void;
}

/** A field in a part of the page that keeps its styles to itself: the page's policy refuses those that the library writes. */
export function createField(
  host: HTMLElement,
  {
    text,
    extensions,
    onChange,
  }: {
    readonly text: string;
    readonly extensions: readonly Extension[];
    readonly onChange: (text: string) => void;
  },
): { readonly view: EditorView; readonly field: Field } {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  let isWriting = false;
  const onUpdate = EditorView.updateListener.of((update) => {
    if (update.docChanged && !isWriting) onChange(update.state.doc.toString());
  });
  const state = EditorState.create({ doc: text, extensions: [...extensions, onUpdate, theme] });
  const view = new EditorView({ root, parent: root, state });
  // Redirects focus of the whole field to the part that takes input.
  view.scrollDOM.addEventListener('focus', () => view.focus());
  const field: Field = {
    text: () => view.state.doc.toString(),
    write: (next) => {
      isWriting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      isWriting = false;
    },
    stop: () => view.destroy(),
  };
  return { view, field };
}

/** The page's own colors. */
const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--control)',
    borderRadius: '6px',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--surface)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
});
