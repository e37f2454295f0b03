import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { createField, type Field } from '../create-field.ts';

/** A field of JSON. */
export interface JsonEditor extends Field {
  readonly goToLine: (line: number) => void;
}

export function createJsonEditor(
  host: HTMLElement,
  {
    text,
    label,
    onChange,
  }: { readonly text: string; readonly label: string; readonly onChange: (text: string) => void },
): JsonEditor {
  const { view, field } = createField(host, {
    text,
    onChange,
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
      theme,
    ],
  });
  return {
    ...field,
    goToLine: (line) => {
      const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
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
