import { Button, CloseButton, Stack } from '@mantine/core';
import { useInterval, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, asApiError } from '../../api/api.ts';
import { useConsole } from '../../components/console-context.ts';
import { Failure, Rows } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageFailure } from '../../components/PageFailure.tsx';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { IconButton } from '../../components/RowMenu.tsx';
import type { CardMarks } from '../flows/canvas/card-store.ts';
import { PublishedNotice } from '../flows/publish/PublishedNotice.tsx';
import { flowQuery } from '../flows/queries.ts';
import { FlowCanvas, firstView, keepView } from '../flows/views.ts';
import { EditorDialogs } from './dialogs/EditorDialogs.tsx';
import { EditorHead } from './EditorHead.tsx';
import { EditorProblems, useEditorNews } from './EditorNews.tsx';
import { Inspector, useInspector } from './inspector/Inspector.tsx';
import { FlowTree } from './list/FlowTree.tsx';
import { OverlapPage } from './saving/OverlapPage.tsx';
import { type EditorView, focusFirstField } from './store/actions.ts';
import {
  type Editor,
  EditorContext,
  useEditor,
  useFlow,
  useSaving,
  useSelection,
  useUi,
} from './store/editor-context.ts';
import { type OpenEditor, openEditor } from './store/open-editor.ts';
import './editor.css';
import { deviceStorage } from '../../../browser/storage.ts';
import { stepsOf } from './document/document.ts';
import type { DraftSaver } from './saving/draft-saver.ts';
import { editorCommands, keyOf } from './store/commands.ts';

const ChatPanel = lazy(async () => ({ default: (await import('./chat/ChatPanel.tsx')).ChatPanel }));
const JsonView = lazy(async () => ({ default: (await import('./json/JsonView.tsx')).JsonView }));

const views: readonly EditorView[] = ['canvas', 'list', 'json'];

/** The editor of a flow's draft. @see console.md 4 */
export function EditorPage({ flowId = '' }: { readonly flowId?: string }) {
  const { call, session, tenantId } = useConsole();
  const userId = session.user.id;
  const { t } = useTranslation('editor');
  const [search] = useSearch();
  const first = useRef({ view: firstView(search, views), chosen: search.get('step') });
  const [opened, setOpened] = useState<OpenEditor | ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the flow again.
  useEffect(() => {
    let isLeft = false;
    let editor: OpenEditor | null = null;
    setOpened(null);
    // Loads beside the draft; a failure shows when the canvas does.
    if (first.current.view === 'canvas') void FlowCanvas.preload?.();
    openEditor({ call, userId, tenantId }, { flowId, ...first.current }).then(
      (made) => {
        editor = made;
        if (isLeft) made.stop();
        else setOpened(made);
      },
      (error: unknown) => !isLeft && setOpened(asApiError(error)),
    );
    return () => {
      isLeft = true;
      editor?.stop();
    };
  }, [call, userId, tenantId, flowId, attempt]);
  if (opened === null) return <Rows />;
  if (opened instanceof Error)
    return (
      <Stack gap="lg">
        <PageTitle>{flowId}</PageTitle>
        <PageLink path={`flows/${flowId}`}>{t('head.back')}</PageLink>
        <Failure
          title={t('head.notOpened', { flow: flowId })}
          error={opened}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </Stack>
    );
  return (
    <EditorContext value={opened}>
      <Workplace editor={opened} />
    </EditorContext>
  );
}

function Workplace({ editor }: { readonly editor: OpenEditor }) {
  useEditorKeys(editor);
  useSavingTimes(editor.saver);
  useEditorNews();
  useAddress();
  const { view, brokenJson, panel, isInspecting } = useUi();
  const [walked, setWalked] = useState<CardMarks['walked']>(undefined);
  const [unwalked, setUnwalked] = useState<CardMarks['unwalked']>(undefined);
  const { t } = useTranslation('editor');
  const { actions } = editor;
  const main = useRef<HTMLDivElement>(null);
  const { inspect, back } = useInspector(main);
  const marks = useMemo(
    () => ({ ...(walked && { walked }), ...(unwalked && { unwalked }) }),
    [walked, unwalked],
  );
  useFocusInNewFlow();
  return (
    <div className="editor" data-view={view}>
      <EditorHead />
      <div className="editor-notices">
        <FirstMinute />
        <Published />
        <Overlap />
        {brokenJson && view !== 'json' && (
          <p role="alert" className="bad">
            {t('json.broken', { line: brokenJson.line })}{' '}
            <Button size="compact-sm" variant="default" onClick={() => actions.look('json')}>
              {t('json.mend')}
            </Button>
          </p>
        )}
      </div>
      <div className="editor-body">
        <div ref={main} className="editor-main">
          <EditorProblems />
          <PageFailure key={view}>
            <Suspense fallback={<Rows />}>
              {view === 'list' && <FlowTree onInspect={inspect} />}
              {view === 'canvas' && <FlowCanvas marks={marks} onInspect={inspect} />}
              {view === 'json' && <JsonView />}
            </Suspense>
          </PageFailure>
        </div>
        {isInspecting && <Inspector onBack={back} />}
        {panel === 'test' && (
          <TestPanel onClose={() => actions.togglePanel('test')} onWalk={setWalked} onCover={setUnwalked} />
        )}
      </div>
      <EditorDialogs />
    </div>
  );
}

interface TestPanelProps {
  readonly onClose: () => void;
  readonly onWalk: (walked: CardMarks['walked']) => void;
  readonly onCover: (unwalked: CardMarks['unwalked']) => void;
}

function TestPanel({ onClose, onWalk, onCover }: TestPanelProps) {
  const { t } = useTranslation(['editor', 'flows']);
  return (
    <section className="editor-panel" aria-label={t('flows:tests')}>
      <CloseButton className="panel-close" aria-label={t('head.closeTest')} onClick={onClose} />
      <PageFailure>
        <Suspense fallback={<Rows />}>
          <ChatPanel onWalk={onWalk} onCover={onCover} />
        </Suspense>
      </PageFailure>
    </section>
  );
}

/** Keyboard shortcuts of the editor. Keys that type stay with the field that has the focus. */
function useEditorKeys(editor: Editor): void {
  const { actions } = editor;
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || isAbove(event)) return;
    const command = editorCommands.find(({ keys, isNative }) => !isNative && keys.includes(keyOf(event)));
    if (!command || (isField(event) && !command.isInFields)) return;
    event.preventDefault();
    command.run(editor);
  });
  const onCopy = (event: ClipboardEvent) => {
    if (isField(event) || isAbove(event) || getSelection()?.toString()) return;
    const text = actions.copied();
    if (text === null) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    if (event.type === 'cut') actions.remove();
    else actions.say({ kind: 'copied', count: actions.chosenSteps().length });
  };
  useWindowEvent('copy', onCopy);
  useWindowEvent('cut', onCopy);
  useWindowEvent('paste', (event) => {
    if (isField(event) || isAbove(event)) return;
    event.preventDefault();
    actions.paste(event.clipboardData?.getData('text/plain') ?? '');
  });
}

/** Returns whether a dialog or a menu is open, which handles its own keys. */
function isAbove({ target }: Event): boolean {
  const isInMenu = target instanceof Element && target.closest('[role=menu]') !== null;
  return isInMenu || document.querySelector('[role=dialog]') !== null;
}

/** Returns whether the event comes from a text field, also inside a shadow root. */
function isField(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

const seenKey = 'gateway-admin.editor-help-seen';

/** A hint until it is dismissed on this device; in an empty flow, the button that adds the first step. */
function FirstMinute() {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  const isEmpty = useFlow((document) => Object.keys(stepsOf(document)).length === 0);
  const [isSeen, setSeen] = useState(() => deviceStorage.getItem(seenKey) !== null);
  if (isEmpty)
    return (
      <p className="first-minute">
        {t('head.empty')}{' '}
        <Button size="compact-md" onClick={() => actions.askToAdd()}>
          {t('menu.add')}
        </Button>
      </p>
    );
  if (isSeen) return null;
  return (
    <p className="first-minute quiet">
      {t('head.help')}{' '}
      <IconButton
        label={t('head.helpClose')}
        onClick={() => {
          deviceStorage.setItem(seenKey, '');
          setSeen(true);
        }}
      >
        ✕
      </IconButton>
    </p>
  );
}

const lookEveryMs = 15_000;

/** Saves when the connection is back, keeps unsaved work when the page is left, and polls for changes by others. */
function useSavingTimes(saver: DraftSaver): void {
  const look = () => {
    // A failed check is repeated shortly.
    if (document.visibilityState === 'visible' && navigator.onLine) void saver.look().catch(() => undefined);
  };
  useInterval(look, lookEveryMs, { autoInvoke: true });
  useWindowEvent('online', () => void saver.save());
  useWindowEvent('pagehide', saver.leave);
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void saver.keep();
    else look();
  });
}

/** The publication, with a link to the widgets. */
function Published() {
  const { flowId } = useEditor();
  const { data } = useQuery(flowQuery(flowId));
  return <PublishedNotice flow={data?.body} />;
}

/** The conflict page, until it is postponed; the next conflict shows it again. */
function Overlap() {
  const { overlaps } = useSaving();
  const { t } = useTranslation('editor');
  const [putOff, setPutOff] = useState<unknown>(null);
  if (overlaps.length === 0) return null;
  if (putOff === overlaps)
    return (
      <p>
        <Button size="compact-md" onClick={() => setPutOff(null)}>
          {t('overlap.choose', { count: overlaps.length })}
        </Button>
      </p>
    );
  return <OverlapPage onLater={() => setPutOff(overlaps)} />;
}

/** Puts the focus into the first text of a flow that was just created. */
function useFocusInNewFlow(): void {
  const [search, setSearch] = useSearch();
  // The value on opening: the next page may use `new` for something else.
  const [isNew] = useState(() => search.has('new'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the flow is opened.
  useEffect(() => {
    if (!isNew) return;
    setSearch({ new: null });
    focusFirstField();
  }, [isNew]);
}

/** Keeps the selected step and the view in the address, and the view on this device, too. */
function useAddress(): void {
  const { actions } = useEditor();
  const { view, isPublishing } = useUi();
  const [chosen = null] = useSelection();
  const [, setSearch] = useSearch();
  const latest = useRef(setSearch);
  latest.current = setSearch;
  useEffect(() => {
    keepView(view);
    latest.current({ view, step: chosen });
  }, [view, chosen]);
  useEffect(() => {
    if (!isPublishing) return;
    actions.published();
    latest.current({ publish: '', published: null, percent: null });
  }, [actions, isPublishing]);
}
