import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useEngineText } from '../flows/view/engine-messages.ts';
import { useProblemPlace } from '../flows/view/FaultList.tsx';
import { getAt } from './document/document.ts';
import type { PlacedFault } from './faults/fault-finder.ts';
import type { Said } from './store/actions.ts';
import { goToFault } from './store/commands.ts';
import { useEditor, useFaults, useIsReadOnly, useSaver, useSaving, useUi } from './store/editor-context.ts';

/** Problems, each a link to its field, with a fix where there is one; then warnings. */
export function EditorProblems() {
  const { t } = useTranslation('editor');
  const { all, warnings } = useFaults();
  const { faultsShown } = useUi();
  if (!faultsShown || all.length + warnings.length === 0) return null;
  return (
    <section aria-label={t('faults.title')} className="fault-panel">
      {all.length > 0 && <p className="quiet hint">{t('faults.hint')}</p>}
      {all.length > 0 && <Faults faults={all} />}
      {warnings.length > 0 && <p className="quiet hint">{t('faults.warningsHint')}</p>}
      {warnings.length > 0 && <Faults faults={warnings} />}
    </section>
  );
}

function Faults({ faults }: { readonly faults: readonly PlacedFault[] }) {
  const { actions, store } = useEditor();
  const say = useEngineText();
  const placeOf = useProblemPlace();
  return (
    <ul className="faults">
      {faults.map((fault) => (
        <li key={`${fault.path.join('.')} ${fault.message}`} data-path={fault.path.slice(2).join('.')}>
          <button type="button" className="text-button" onClick={() => goToFault({ store, actions }, fault)}>
            <bdi>{placeOf(fault.path.slice(1))}</bdi>
          </button>{' '}
          <span dir="auto">{say(fault)}</span> <Fix fault={fault} />
        </li>
      ))}
    </ul>
  );
}

/** Fixes a problem where the fix is known: connects, creates the variable, or corrects a misspelled name. */
function Fix({ fault: { path, code, params = {} } }: { readonly fault: PlacedFault }) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const isReadOnly = useIsReadOnly();
  const { meant, id } = params;
  const isNameless = code === 'noVariable' || code === 'noStep' || code === 'noFunction';
  const written = isNameless ? id : undefined;
  const variable = code === 'noVariable' ? id : undefined;
  const isWay = code === 'deadEnd' || code === 'noStep';
  if (isReadOnly) return null;
  if (meant !== undefined && written !== undefined)
    return (
      <button
        type="button"
        className="text-button"
        onClick={() => {
          const said = getAt(store.document, path);
          if (typeof said === 'string')
            store.do({
              do: 'edit',
              path,
              value: said.replaceAll(new RegExp(`\\b${written}\\b`, 'g'), meant),
            });
        }}
      >
        {t('faults.use', { word: meant })}
      </button>
    );
  if (isWay)
    return (
      <button
        type="button"
        className="text-button"
        onClick={() => actions.open({ kind: 'connect', from: path })}
      >
        {t('faults.connect')}
      </button>
    );
  if (variable !== undefined)
    return (
      <button
        type="button"
        className="text-button"
        onClick={() => store.do({ do: 'variable', name: variable, value: '' })}
      >
        {t('faults.create', { name: variable })}
      </button>
    );
  return null;
}

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
    : said && noticeOf(said, t);
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

function noticeOf(said: Said, t: TFunction<'editor'>): string {
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
