import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useEditor, useSaver, useSaving, useUi } from './store/editor-context.ts';
import type { Said } from './store/ui.ts';

/** Reports the last change, made here or by someone else, with Undo. */
export function EditorNews() {
  const { actions, store } = useEditor();
  const saver = useSaver();
  const { said } = useUi();
  const { news } = useSaving();
  const { t } = useTranslation('editor');
  const text = news
    ? news.kind === 'restored'
      ? t('said.restored')
      : t('said.merged', { who: news.who ?? t('said.someoneElse'), count: news.steps })
    : said && sayingOf(said, t);
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
              {t('said.undo')}
            </button>
          )}
          <button type="button" className="text-button" onClick={close}>
            {t('said.close')}
          </button>
        </div>
      )}
    </div>
  );
}

function sayingOf(said: Said, t: TFunction<'editor'>): string {
  switch (said.kind) {
    case 'removed': {
      const removed = t('said.removed', { count: said.steps });
      if (said.opened === 0) return removed;
      return t('said.and', { one: removed, other: t('said.disconnected', { count: said.opened }) });
    }
    case 'pasted':
      return said.variables.length === 0
        ? t('said.pasted', { count: said.steps })
        : t('said.pastedWith', { count: said.steps, variables: said.variables.join(', ') });
    case 'copied':
      return t('said.copied', { count: said.steps });
    case 'renamed':
      return t('said.renamed', { to: said.to });
    case 'replaced':
      return t('said.replaced', { count: said.count });
    case 'nothing-to-paste':
      return t('said.nothingToPaste');
  }
}
