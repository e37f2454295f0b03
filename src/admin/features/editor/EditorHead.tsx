import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/PageLink.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { ReferenceCode } from '../../components/ReferenceCode.tsx';
import { SegmentedChoice } from '../../components/SegmentedChoice.tsx';
import { useTimes } from '../../components/use-times.ts';
import { PublishedNotice } from '../flows/publish/PublishedNotice.tsx';
import { flowQuery } from '../flows/queries.ts';
import type { Label } from './document/command.ts';
import { ActionMenu } from './list/ActionMenu.tsx';
import { useEditor, useFaults, useFlow, useHistory, useSaving, useUi } from './store/editor-context.ts';

const PublishFlow = lazy(async () => ({
  default: (await import('../flows/publish/PublishFlow.tsx')).PublishFlow,
}));

/** Above the flow: what it is, where the work is, how it is shown, and what can be done with all of it. */
export function EditorHead() {
  const { actions, flowId } = useEditor();
  const { t } = useTranslation(['editor', 'flows']);
  const { view, panel, faultsShown } = useUi();
  const { all, warnings } = useFaults();
  const title = useFlow(({ definition }) => definition.title);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <header className="editor-head">
      <div className="editor-line">
        <PageTitle>{typeof title === 'string' && title !== '' ? title : flowId}</PageTitle>
        <PageLink path={`flows/${flowId}`}>{t('head.back')}</PageLink>
        <SavingLabel />
      </div>
      <div className="editor-line">
        <SegmentedChoice
          label={t('flows:canvas.showAs')}
          names={{ canvas: t('flows:canvas.title'), list: t('flows:canvas.list'), json: t('head.json') }}
          keys={{ canvas: 'Alt+1', list: 'Alt+2', json: 'Alt+3' }}
          chosen={view}
          onChoose={actions.look}
        />
        <History />
        <Button
          variant="default"
          size="compact-md"
          aria-keyshortcuts="Control+Enter"
          aria-pressed={panel === 'test'}
          onClick={() => actions.togglePanel('test')}
        >
          {t('flows:tests')}
        </Button>
        <Button variant="default" size="compact-md" aria-keyshortcuts="A" onClick={() => actions.askToAdd()}>
          {t('menu.add')}
        </Button>
        <button
          type="button"
          className={all.length > 0 ? 'text-button bad' : 'text-button'}
          aria-keyshortcuts="F8"
          disabled={all.length + warnings.length === 0}
          aria-expanded={faultsShown}
          onClick={actions.toggleFaults}
        >
          {all.length > 0 ? `✕ ${t('flows:faults', { count: all.length })}` : t('head.noFaults')}
          {warnings.length > 0 && ` · ⚠ ${t('head.warnings', { count: warnings.length })}`}
        </button>
        <Button
          variant="default"
          size="compact-md"
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t('menu.title')} ⋯
        </Button>
        <Suspense fallback={<NotYet />}>
          <Publish />
        </Suspense>
      </div>
      <PublishedNotice />
      {anchor && <ActionMenu place={{ row: null, anchor }} onClose={() => setAnchor(null)} />}
    </header>
  );
}

/** Where the work is: never "Saved" before it is. */
function SavingLabel() {
  const { saver } = useEditor();
  const { saving } = useSaving();
  const { t } = useTranslation('editor');
  const times = useTimes();
  switch (saving.kind) {
    case 'saved':
      return (
        <span role="status" className="quiet">
          {saving.atMs === null ? t('saving.saved') : t('saving.savedAt', { time: times.clock(saving.atMs) })}
        </span>
      );
    case 'saving':
      return (
        <span role="status" className="quiet">
          {t('saving.saving')}
        </span>
      );
    case 'kept':
      return (
        <span role="status" className="warn">
          {t('saving.kept')}
        </span>
      );
    case 'overlap':
      return (
        <span role="status" className="warn">
          {t('saving.overlap')}
        </span>
      );
    case 'refused':
      return (
        <span role="alert" className="bad">
          {t('saving.refused', { why: saving.error.message })}{' '}
          {saving.error.correlationId !== null && <ReferenceCode code={saving.error.correlationId} />}{' '}
          <button type="button" className="text-button" onClick={() => void saver.save()}>
            {t('saving.again')}
          </button>
        </span>
      );
  }
}

/** Back and forth, each named by what it takes back. */
function History() {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const back = useHistory(({ past }) => past.at(-1)?.label ?? null);
  const forth = useHistory(({ future }) => future.at(-1)?.label ?? null);
  const name = (label: Label) =>
    t(`labels.${label.name}`, {
      count: label.count,
      ...(label.subject !== null && { context: 'named', what: label.subject }),
    });
  return (
    <span className="editor-history">
      <button
        type="button"
        className="icon-button"
        title={back ? t('head.undo', { what: name(back) }) : t('head.nothingToUndo')}
        aria-label={back ? t('head.undo', { what: name(back) }) : t('head.nothingToUndo')}
        aria-keyshortcuts="Control+Z"
        disabled={!back}
        onClick={store.undo}
      >
        ↶
      </button>
      <button
        type="button"
        className="icon-button"
        title={forth ? t('head.redo', { what: name(forth) }) : t('head.nothingToRedo')}
        aria-label={forth ? t('head.redo', { what: name(forth) }) : t('head.nothingToRedo')}
        aria-keyshortcuts="Control+Shift+Z"
        disabled={!forth}
        onClick={store.redo}
      >
        ↷
      </button>
    </span>
  );
}

/** Publishing works on what is saved: it is offered once all of it is. */
function Publish() {
  const { flowId } = useEditor();
  const { saving } = useSaving();
  return saving.kind === 'saved' ? <SavedPublish key={saving.atMs} flowId={flowId} /> : <NotYet />;
}

/** Where the button will be: what stands below does not move when it comes. */
function NotYet() {
  const { t } = useTranslation('flows');
  return <Button disabled>{t('publish.open')}</Button>;
}

function SavedPublish({ flowId }: { readonly flowId: string }) {
  const { saver } = useEditor();
  const flow = useQuery(flowQuery(flowId));
  return flow.data ? <PublishFlow flow={flow.data.body} onPublished={saver.renumber} /> : <NotYet />;
}
