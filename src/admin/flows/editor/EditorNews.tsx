import { useEditorTexts } from '../../texts/editor-texts.ts';
import { useEditor, useSaving } from './store/editor-context.ts';
import type { Said } from './store/ui.ts';
import { useUi } from './store/use-ui.ts';

/** What was just done, here or by somebody else, with the way back. */
export function EditorNews() {
  const { actions, saver, store } = useEditor();
  const { said } = useUi();
  const { news } = useSaving();
  const texts = useEditorTexts().said;
  const text = news
    ? news.kind === 'restored'
      ? texts.restored
      : texts.merged(news.who, news.steps)
    : said && sayingOf(said, texts);
  const close = () => (news ? saver.forgetNews() : actions.say(null));
  const mayUndo = news ? true : said !== null && said.kind !== 'copied' && said.kind !== 'nothing-to-paste';
  return (
    <div role="status" className="toast-place">
      {text && (
        <div className="toast">
          <span className="toast-text">{text}</span>
          {mayUndo && (
            <button
              type="button"
              className="text-button"
              onClick={() => {
                store.undo();
                close();
              }}
            >
              {texts.undo}
            </button>
          )}
          <button type="button" className="text-button" onClick={close}>
            {texts.close}
          </button>
        </div>
      )}
    </div>
  );
}

function sayingOf(said: Said, texts: ReturnType<typeof useEditorTexts>['said']): string {
  switch (said.kind) {
    case 'removed':
      return texts.removed(said.steps, said.opened);
    case 'pasted':
      return texts.pasted(said.steps, said.variables.join(', '));
    case 'copied':
      return texts.copied(said.steps);
    case 'renamed':
      return texts.renamed(said.to);
    case 'replaced':
      return texts.replaced(said.count);
    case 'nothing-to-paste':
      return texts.nothingToPaste;
  }
}
