import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../components/notify.tsx';
import { TextButton } from '../../components/RowMenu.tsx';
import { useEngineText } from '../flows/view/engine-messages.ts';
import { useProblemPlace } from '../flows/view/ProblemList.tsx';
import { getAt } from './document/document.ts';
import type { PlacedProblem } from './problems/find-problems.ts';
import type { Notice } from './store/actions.ts';
import { goToProblem } from './store/commands.ts';
import { useEditor, useIsReadOnly, useProblems, useSaver, useSaving, useUi } from './store/editor-context.ts';
import type { FlowStore } from './store/flow-store.ts';

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
          <TextButton onClick={() => goToProblem({ store, actions }, problem)}>
            <bdi>{placeOf(problem.path.slice(1))}</bdi>
          </TextButton>{' '}
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
  return <TextButton onClick={fix}>{name()}</TextButton>;
}

/** Reports the last change, made here or by someone else, with Undo. */
export function useEditorNews(): void {
  const { actions, store } = useEditor();
  const saver = useSaver();
  const { notice } = useUi();
  const { news } = useSaving();
  const { t } = useTranslation('editor');
  useEffect(() => {
    if (!notice) return;
    const mayUndo = notice.kind !== 'copied' && notice.kind !== 'nothingToPaste';
    if (mayUndo) notifyOfChange(store, noticeOf(notice, t));
    else notify({ text: noticeOf(notice, t) });
    actions.say(null);
  }, [actions, store, notice, t]);
  useEffect(() => {
    if (!news) return;
    const text =
      news.kind === 'restored'
        ? t('said.restored')
        : t('said.merged', { who: news.who ?? t('said.someoneElse'), count: news.steps });
    notifyOfChange(store, text);
    saver.forgetNews();
  }, [saver, store, news, t]);
}

/** Shows a notification of the last change until the next one, which its Undo would revert instead. */
function notifyOfChange(store: FlowStore, text: string): void {
  const { document } = store;
  const close = notify({ text, undo: async () => store.undo() });
  const stop = store.state.subscribe(() => {
    if (store.document === document) return;
    stop();
    close();
  });
}

function noticeOf(notice: Notice, t: TFunction<'editor'>): string {
  const text = t(`said.${notice.kind}`, { ...notice });
  if (notice.kind === 'removed' && notice.opened > 0)
    return t('said.and', { one: text, other: t('said.disconnected', { count: notice.opened }) });
  return notice.kind === 'pasted' && notice.variables !== '' ? t('said.pastedWith', { ...notice }) : text;
}
