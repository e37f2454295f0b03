import { ActionIcon, Avatar, Button, Group, Menu, Space, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconArrowBackUp from '@tabler/icons-react/icons/IconArrowBackUp';
import IconArrowForwardUp from '@tabler/icons-react/icons/IconArrowForwardUp';
import IconChevronLeft from '@tabler/icons-react/icons/IconChevronLeft';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FlowEditor, flowEditors } from '../../../contract/admin/drafts.ts';
import { limits } from '../../../contract/limits.ts';
import { useConsole } from '../../components/console-context.ts';
import { ReferenceCode } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { IconButton, SmallButton, TextButton } from '../../components/RowMenu.tsx';
import { SegmentedChoice } from '../../components/SegmentedChoice.tsx';
import { flowQuery } from '../flows/queries.ts';
import { ShowStep } from '../flows/view/ProblemList.tsx';
import type { Label } from './document/command.ts';
import { stepsOf } from './document/document.ts';
import { CommandItems } from './list/ActionMenu.tsx';
import {
  useEditor,
  useFlow,
  useHistory,
  useProblems,
  useSaver,
  useSaving,
  useSelection,
  useUi,
} from './store/editor-context.ts';

const PublishFlow = lazy(async () => ({
  default: (await import('../flows/publish/PublishFlow.tsx')).PublishFlow,
}));

const TestLinksDialog = lazy(async () => ({
  default: (await import('../flows/share/TestLinksDialog.tsx')).TestLinksDialog,
}));

/** Above the flow: what it is, where the work is, how it is shown, and what can be done with all of it. */
export function EditorHead() {
  const { actions, flowId } = useEditor();
  const { t } = useTranslation(['editor', 'flows']);
  const { view, panel } = useUi();
  const title = useFlow(({ definition }) => definition.title);
  return (
    <header className="editor-bar">
      <PageLink path={`flows/${flowId}`} className="editor-back">
        <IconChevronLeft size={18} aria-hidden />
        <span className="only-read">{t('head.back')}</span>
      </PageLink>
      <PageTitle>{typeof title === 'string' && title !== '' ? title : flowId}</PageTitle>
      <SavingLabel />
      <Space flex={1} />
      <OtherEditors />
      <SegmentedChoice
        label={t('flows:canvas.showAs')}
        names={{ canvas: t('flows:canvas.title'), list: t('flows:canvas.list'), json: t('head.json') }}
        keys={{ canvas: 'Alt+1', list: 'Alt+2', json: 'Alt+3' }}
        chosen={view}
        onChoose={actions.look}
      />
      <History />
      <Problems />
      {view !== 'canvas' && (
        <SmallButton aria-keyshortcuts="A" onClick={() => actions.askToAdd()}>
          {t('menu.add')}
        </SmallButton>
      )}
      <SmallButton
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        aria-keyshortcuts="Control+Enter"
        aria-pressed={panel === 'test'}
        onClick={() => actions.togglePanel('test')}
      >
        {t('head.test')}
      </SmallButton>
      <Suspense fallback={<NotYet />}>
        <Publish />
      </Suspense>
      <EditorMenu />
    </header>
  );
}

/** The number of problems, which opens the list. */
function Problems() {
  const { actions } = useEditor();
  const { t } = useTranslation(['editor', 'flows']);
  const { problemsShown } = useUi();
  const { all, warnings } = useProblems();
  return (
    <Button
      variant="subtle"
      size="compact-md"
      color={all.length > 0 ? 'red' : 'gray'}
      aria-keyshortcuts="F8"
      disabled={all.length + warnings.length === 0}
      aria-expanded={problemsShown}
      onClick={actions.toggleProblems}
    >
      {all.length > 0 ? `✕ ${t('flows:faults', { count: all.length })}` : t('head.noFaults')}
      {warnings.length > 0 && ` · ⚠ ${t('head.warnings', { count: warnings.length })}`}
    </Button>
  );
}

/** Actions without a button of their own. */
function EditorMenu() {
  const { actions, store, flowId } = useEditor();
  const { t } = useTranslation(['editor', 'flows']);
  const [isSharing, setSharing] = useState(false);
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('menu.title')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandItems of="editor" />
        <Menu.Divider />
        <Menu.Item
          onClick={() => {
            store.select([]);
            actions.inspect(true);
          }}
        >
          {t('inspector.flow')}
        </Menu.Item>
        <Menu.Item onClick={() => setSharing(true)}>{t('flows:share.title')}…</Menu.Item>
      </Menu.Dropdown>
      {isSharing && (
        <Suspense>
          <TestLinksDialog flowId={flowId} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Menu>
  );
}

/** The saving state. It never says "Saved" too early. */
function SavingLabel() {
  const saver = useSaver();
  const { saving } = useSaving();
  const { t } = useTranslation('editor');
  const times = useTimes();
  if (saving.kind === 'refused')
    return (
      <span role="alert" className="bad">
        {t('saving.refused', { why: saving.error.message })}{' '}
        {saving.error.correlationId !== null && <ReferenceCode code={saving.error.correlationId} />}{' '}
        <TextButton onClick={() => void saver.save()}>{t('saving.again')}</TextButton>
      </span>
    );
  const isWarning = saving.kind === 'kept' || saving.kind === 'overlap';
  return (
    <span role="status" className={isWarning ? 'warn' : 'quiet'}>
      {saving.kind === 'saved' && saving.atMs !== null
        ? t('saving.savedAt', { time: times.clock(saving.atMs) })
        : t(`saving.${saving.kind}`)}
    </span>
  );
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
  const steps = [
    [back ? t('head.undo', { what: name(back) }) : t('head.nothingToUndo'), 'Control+Z', back, store.undo],
    [
      forth ? t('head.redo', { what: name(forth) }) : t('head.nothingToRedo'),
      'Control+Shift+Z',
      forth,
      store.redo,
    ],
  ] as const;
  return (
    <span className="editor-history">
      {steps.map(([label, keys, entry, go], n) => (
        <IconButton key={keys} label={label} aria-keyshortcuts={keys} disabled={!entry} onClick={go}>
          {n === 0 ? <IconArrowBackUp size={18} aria-hidden /> : <IconArrowForwardUp size={18} aria-hidden />}
        </IconButton>
      ))}
    </span>
  );
}

/** Publishing works on what is saved: it is offered once all of it is. */
function Publish() {
  const { flowId } = useEditor();
  const { saving } = useSaving();
  return saving.kind === 'saved' ? <SavedPublish key={saving.atMs} flowId={flowId} /> : <NotYet />;
}

/** A placeholder for the button, so that nothing below moves when it appears. */
function NotYet() {
  const { t } = useTranslation('flows');
  return (
    <Button size="compact-md" disabled>
      {t('publish.open')}
    </Button>
  );
}

function SavedPublish({ flowId }: { readonly flowId: string }) {
  const { actions, store } = useEditor();
  const saver = useSaver();
  const [, setSearch] = useSearch();
  const flow = useQuery(flowQuery(flowId));
  const show = (stepId: string) => {
    setSearch({ publish: null });
    store.select([stepId]);
    actions.inspect(true);
  };
  return flow.data ? (
    <ShowStep value={show}>
      <PublishFlow flow={flow.data.body} onPublished={saver.renumber} isCompact />
    </ShowStep>
  ) : (
    <NotYet />
  );
}

/** A step selected for less than this isn't reported. */
const restMs = 1_500;
const shownMost = 4;

/** Shows who else has the flow open, and where they are. */
function OtherEditors() {
  const { t } = useTranslation('editor');
  const others = useOthers();
  if (others.length === 0) return null;
  return (
    <Group component="ul" gap={4} aria-label={t('others.label')}>
      {others.slice(0, shownMost).map((one) => (
        <Other key={one.id} editor={one} />
      ))}
      {others.length > shownMost && (
        <li>
          <Avatar size={28}>+{others.length - shownMost}</Avatar>
        </li>
      )}
    </Group>
  );
}

function Other({ editor: { name, stepId } }: { readonly editor: FlowEditor }) {
  const { t } = useTranslation('editor');
  const label = stepId === null ? t('others.here', { name }) : t('others.at', { name, step: stepId });
  return (
    <li>
      {/* Within the page: in a portal it would be in no landmark. */}
      <Tooltip label={label} withinPortal={false} events={{ hover: true, focus: true, touch: true }}>
        {/* The tooltip is for the keyboard, too. */}
        <Avatar tabIndex={0} size={28} name={name} color="brand" role="img" aria-label={label} />
      </Tooltip>
    </li>
  );
}

/** Reports this editor while the tab is visible, and returns the others from the same request. */
function useOthers(): readonly FlowEditor[] {
  const { flowId } = useEditor();
  const { call } = useConsole();
  const [selected = null] = useSelection();
  const isStep = useFlow((document) => selected !== null && selected in stepsOf(document));
  const [stepId] = useDebouncedValue(isStep ? selected : null, restMs);
  const { data } = useQuery({
    queryKey: ['flow-editors', flowId, stepId],
    queryFn: () => {
      const options = { path: { flowId }, body: { stepId } };
      return call('POST', '/v1/admin/flows/{flowId}/editors', flowEditors, options);
    },
    refetchInterval: limits.editorEveryMs,
    placeholderData: keepPreviousData,
    // Cached editors may have left.
    gcTime: 0,
  });
  return data?.body.items ?? [];
}
