import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useEngineText } from '../flows/view/engine-messages.ts';
import { useProblemPlace } from '../flows/view/ProblemList.tsx';
import { getAt } from './document/document.ts';
import type { PlacedProblem } from './problems/find-problems.ts';
import type { Notice } from './store/actions.ts';
import { goToProblem } from './store/commands.ts';
import { useEditor, useIsReadOnly, useProblems, useSaver, useSaving, useUi } from './store/editor-context.ts';

/** Problems, each a link to its field, with a fix where there is one; then warnings. */
export function EditorProblems() {
  const { t } = useTranslation('editor');
  const { all, warnings } = useProblems();
  const { problemsShown } = useUi();
  if (!problemsShown || all.length + warnings.length === 0) return null;
  return (
    <section aria-label={t('faults.title')} className="problem-panel">
      {all.length > 0 && <p className="quiet hint">{t('faults.hint')}</p>}
      {all.length > 0 && <ProblemsNotice problems={all} />}
      {warnings.length > 0 && <p className="quiet hint">{t('faults.warningsHint')}</p>}
      {warnings.length > 0 && <ProblemsNotice problems={warnings} />}
    </section>
  );
}

function ProblemsNotice({ problems }: { readonly problems: readonly PlacedProblem[] }) {
  const { actions, store } = useEditor();
  const say = useEngineText();
  const placeOf = useProblemPlace();
  return (
    <ul className="problems">
      {problems.map((problem) => (
        <li key={`${problem.path.join('.')} ${problem.message}`} data-path={problem.path.slice(2).join('.')}>
          <button
            type="button"
            className="text-button"
            onClick={() => goToProblem({ store, actions }, problem)}
          >
            <bdi>{placeOf(problem.path.slice(1))}</bdi>
          </button>{' '}
          <span dir="auto">{say(problem)}</span> <Fix problem={problem} />
        </li>
      ))}
    </ul>
  );
}

/** Fixes a problem where the fix is known: connects, creates the variable, or corrects a misspelled name. */
function Fix({ problem: { path, code, params = {} } }: { readonly problem: PlacedProblem }) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const isReadOnly = useIsReadOnly();
  const { meant, id = '' } = params;
  const isNameless = code === 'noVariable' || code === 'noStep' || code === 'noFunction';
  const fixes: readonly [isKnown: boolean, name: () => string, fix: () => void][] = [
    [
      meant !== undefined && isNameless && id !== '',
      () => t('faults.use', { word: meant }),
      () => {
        const text = getAt(store.document, path);
        const written = new RegExp(`\\b${id}\\b`, 'g');
        if (typeof text === 'string')
          store.do({ do: 'edit', path, value: text.replaceAll(written, meant ?? id) });
      },
    ],
    [
      code === 'deadEnd' || code === 'noStep',
      () => t('faults.connect'),
      () => actions.open({ kind: 'connect', from: path }),
    ],
    [
      code === 'noVariable' && id !== '',
      () => t('faults.create', { name: id }),
      () => store.do({ do: 'variable', name: id, value: '' }),
    ],
  ];
  const [, name, fix] = fixes.find(([isKnown]) => isKnown) ?? [];
  if (isReadOnly || !name) return null;
  return (
    <button type="button" className="text-button" onClick={fix}>
      {name()}
    </button>
  );
}

/** Reports the last change, made here or by someone else, with Undo. */
export function EditorNews() {
  const { actions, store } = useEditor();
  const saver = useSaver();
  const { notice } = useUi();
  const { news } = useSaving();
  const { t } = useTranslation('editor');
  const text = news
    ? news.kind === 'restored'
      ? t('said.restored')
      : t('said.merged', { who: news.who ?? t('said.someoneElse'), count: news.steps })
    : notice && noticeOf(notice, t);
  const close = () => (news ? saver.forgetNews() : actions.say(null));
  const mayUndo = news
    ? true
    : notice !== null && notice.kind !== 'copied' && notice.kind !== 'nothing-to-paste';
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

function noticeOf(notice: Notice, t: TFunction<'editor'>): string {
  switch (notice.kind) {
    case 'removed': {
      const removed = t('said.removed', { count: notice.steps });
      if (notice.opened === 0) return removed;
      return t('said.and', { one: removed, other: t('said.disconnected', { count: notice.opened }) });
    }
    case 'pasted':
      return notice.variables.length === 0
        ? t('said.pasted', { count: notice.steps })
        : t('said.pastedWith', { count: notice.steps, variables: notice.variables.join(', ') });
    case 'copied':
      return t('said.copied', { count: notice.steps });
    case 'renamed':
      return t('said.renamed', { to: notice.to });
    case 'replaced':
      return t('said.replaced', { count: notice.count });
    case 'nothing-to-paste':
      return t('said.nothingToPaste');
  }
}
