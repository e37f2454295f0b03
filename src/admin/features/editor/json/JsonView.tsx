import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonLanguage } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TextButton } from '../../../components/RowMenu.tsx';
import { createField, type Field } from '../create-field.ts';
import { type FlowDocument, isObject, type JsonObject } from '../document/document.ts';
import { isSame } from '../saving/merge-drafts.ts';
import { useEditor, useFlow, useUi } from '../store/editor-context.ts';

const write = (definition: unknown) => JSON.stringify(definition, null, 2);

/** The flow as JSON; while it does not parse, everything else shows the last state that did. */
export function JsonView() {
  const { actions, flowId, store } = useEditor();
  const { t } = useTranslation('editor');
  const { brokenJson } = useUi();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor | null>(null);
  const definition = useFlow((document) => document.definition);
  const label = t('json.label', { flow: flowId });
  useEffect(() => {
    if (!host.current) return;
    const made = createJsonEditor(host.current, {
      text: actions.ui.getState().brokenJson?.text ?? write(store.document.definition),
      label,
      onChange: (text) => {
        const read = readJson(text);
        actions.noteJson('line' in read ? { text, line: read.line } : null);
        if ('definition' in read) {
          const content = { definition: read.definition as FlowDocument['definition'] };
          store.do({ do: 'replace', content, why: 'json' });
        }
      },
    });
    editor.current = made;
    return () => {
      made.stop();
      editor.current = null;
      store.endTyping();
    };
  }, [actions, store, label]);
  // External changes are inserted; the user's own input stays as typed.
  useEffect(() => {
    const shown = editor.current;
    if (!shown || actions.ui.getState().brokenJson) return;
    const read = readJson(shown.text());
    if (
      !('definition' in read) ||
      !isSame(read.definition, definition) ||
      write(read.definition) !== write(definition)
    )
      shown.write(write(definition));
  }, [actions, definition]);
  return (
    <div>
      <p role="status" className={brokenJson ? 'bad' : 'quiet'}>
        {brokenJson ? t('json.broken', { line: brokenJson.line }) : t('json.help')}{' '}
        {brokenJson && (
          <TextButton onClick={() => editor.current?.goToLine(brokenJson.line)}>
            {t('json.goToLine')}
          </TextButton>
        )}
      </p>
      <div ref={host} className="json-host" />
    </div>
  );
}

/** A field of JSON. */
interface JsonEditor extends Field {
  readonly goToLine: (line: number) => void;
}

function createJsonEditor(
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

const theme = EditorView.theme({
  '&': { height: '70vh', fontSize: '0.8125rem' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.5' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    color: 'var(--quiet)',
    backgroundColor: 'var(--sunk)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunk)' },
  '.cm-line span': { color: 'inherit' },
});

/** A definition that was written as JSON; where it is none, in which line it stops being one. */
type ReadJson = { readonly definition: JsonObject } | { readonly line: number };

export function readJson(text: string): ReadJson {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { definition: value } : { line: 1 };
  } catch {
    return { line: lineOf(text) };
  }
}

/** Browsers tell the place in words of their own, or not at all. */
function lineOf(text: string): number {
  let at = text.length;
  jsonLanguage.parser.parse(text).iterate({
    enter: ({ type, from }) => {
      if (type.isError) at = Math.min(at, from);
    },
  });
  return text.slice(0, at).split('\n').length;
}
