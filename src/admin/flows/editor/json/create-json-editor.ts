import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';

/** A field of JSON, in a part of the page that keeps its styles to itself: the page's policy refuses those it writes. */
export interface JsonEditor {
  readonly text: () => string;
  readonly write: (text: string) => void;
  readonly goToLine: (line: number) => void;
  readonly stop: () => void;
}

export function createJsonEditor(
  host: HTMLElement,
  {
    text,
    label,
    onChange,
  }: { readonly text: string; readonly label: string; readonly onChange: (text: string) => void },
): JsonEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  let isWriting = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        json(),
        bracketMatching(),
        highlightActiveLine(),
        syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
        keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-/'), ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          'aria-label': label,
          dir: 'ltr',
          spellcheck: 'false',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isWriting) onChange(update.state.doc.toString());
        }),
        theme,
      ],
    }),
  });
  // Who focuses the field as a whole gets this part of it, which takes no letters.
  view.scrollDOM.addEventListener('focus', () => view.focus());
  return {
    text: () => view.state.doc.toString(),
    write: (next) => {
      isWriting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      isWriting = false;
    },
    goToLine: (line) => {
      const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    stop: () => view.destroy(),
  };
}

/** The page's own colours, which go on into it. */
const theme = EditorView.theme({
  '&': {
    height: '70vh',
    border: '1px solid var(--control)',
    borderRadius: '6px',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--surface)',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    color: 'var(--quiet)',
    backgroundColor: 'var(--sunk)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunk)' },
  '.cm-line span': { color: 'inherit' },
});
