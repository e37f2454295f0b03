import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowDocument } from '../document/document.ts';
import { isSame } from '../saving/merge-drafts.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { useUi } from '../store/use-ui.ts';
import { createJsonEditor, type JsonEditor } from './create-json-editor.ts';
import { readJson } from './read-json.ts';

const write = (definition: unknown) => JSON.stringify(definition, null, 2);

/** The flow as it is written; while that can't be read, all else keeps the last state that could be. */
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
      text: actions.ui.read().brokenJson?.text ?? write(store.document.definition),
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
  // What was changed elsewhere is written here; what was typed here stands as it was typed.
  useEffect(() => {
    const shown = editor.current;
    if (!shown || actions.ui.read().brokenJson) return;
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
          <button
            type="button"
            className="text-button"
            onClick={() => editor.current?.goToLine(brokenJson.line)}
          >
            {t('json.goToLine')}
          </button>
        )}
      </p>
      <div ref={host} className="json-host" />
    </div>
  );
}
