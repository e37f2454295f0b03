import { createTheme, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import type { DraftContent } from '../../../contract/admin/flows.ts';
import { Rows } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageFailure } from '../../components/PageFailure.tsx';
import type { CardMarks } from '../flows/canvas/card-store.ts';
import { EngineClient } from '../flows/view/engine-client.ts';
import { FlowCanvas } from '../flows/views.ts';
import { EditorProblems } from './EditorNews.tsx';
import { Inspector, useInspector } from './inspector/Inspector.tsx';
import { FlowTree } from './list/FlowTree.tsx';
import { findProblems, noProblems } from './problems/find-problems.ts';
import { EditorActions } from './store/actions.ts';
import { type Editor, EditorContext, useEditor, useSelection, useUi } from './store/editor-context.ts';
import { FlowStore } from './store/flow-store.ts';
import './editor.css';

interface Read {
  readonly flowId: string;
  /** The canvas's accessible name. */
  readonly name: string;
  readonly content: Pick<DraftContent, 'definition' | 'layout'>;
  /** Whether to look for problems, if the service has counted any. */
  readonly isFaulty?: boolean;
}

interface Shown {
  readonly view: 'canvas' | 'list';
  /** Marks on cards and in rows. */
  readonly marks?: Omit<CardMarks, 'problems'>;
  /** Shown above the selected step's form. */
  readonly about?: (stepId: string) => ReactNode;
}

const noMarks = {};

/** The editor without what changes a flow: the same canvas, list and forms. The selected step is in the address. */
export function FlowReader({ flowId, name, content, isFaulty = false, ...shown }: Read & Shown) {
  const { definition, layout } = content;
  const [search] = useSearch();
  const first = useRef(search.get('step'));
  const [opened, setOpened] = useState<Editor | null>(null);
  useEffect(() => {
    const { editor, stop } = openReader({ flowId, name, content: { definition, layout }, isFaulty }, first);
    setOpened(editor);
    return stop;
  }, [flowId, name, definition, layout, isFaulty]);
  if (!opened) return <Rows />;
  return (
    <EditorContext value={opened}>
      <MantineThemeProvider theme={readingTheme}>
        <Reading {...shown} />
      </MantineThemeProvider>
    </EditorContext>
  );
}

/** Fields whose text can be selected, but not changed. */
const readOnly = { defaultProps: { readOnly: true } };
const disabled = { defaultProps: { disabled: true } };
const readingTheme = createTheme({
  components: {
    ...{ TextInput: readOnly, Textarea: readOnly, Select: readOnly, Autocomplete: readOnly },
    ...{ TagsInput: readOnly, Checkbox: disabled },
  },
});

/** @param selected the step that is selected first, and what is selected last */
function openReader(
  { flowId, name, content, isFaulty = false }: Read,
  selected: { current: string | null },
): { readonly editor: Editor; readonly stop: () => void } {
  const document = { ...content, conversations: [] };
  const selection = selected.current === null ? [] : [selected.current];
  const past = { past: [], future: [], present: document, selection, typing: null };
  const store = new FlowStore(past, Date.now, true);
  const engine = new EngineClient();
  const noScripts = { state: createStore((): readonly never[] => []) };
  const problems = isFaulty
    ? findProblems(store, { flowId, resources: null }, engine, noScripts)
    : { state: createStore(() => noProblems), stop: () => undefined };
  const stopListening = store.state.subscribe(({ selection: [one = null] }) => {
    selected.current = one;
  });
  const ui = createStore(() => ({
    ...{ view: 'canvas' as const, dialog: null, notice: null, panel: null, brokenJson: null },
    ...{ isPublishing: false, problemsShown: true, isInspecting: selection.length > 0 },
  }));
  return {
    editor: {
      ...{ flowId, name, country: undefined, resources: null, saver: null, scripts: null },
      ...{ store, problems, engine, samples: createStore(() => ({})), actions: new EditorActions(store, ui) },
    },
    stop: () => {
      stopListening();
      problems.stop();
      engine.stop();
    },
  };
}

function Reading({ view, marks = noMarks, about }: Shown) {
  const { isInspecting } = useUi();
  const main = useRef<HTMLDivElement>(null);
  const { inspect, back } = useInspector(main);
  useSelectionInAddress();
  return (
    <div className="editor editor-reading" data-view={view}>
      <EditorProblems />
      <div className="editor-body">
        <div ref={main} className="editor-main">
          <PageFailure key={view}>
            <Suspense fallback={<Rows />}>
              {view === 'list' ? (
                <FlowTree marks={marks} onInspect={inspect} />
              ) : (
                <FlowCanvas marks={marks} onInspect={inspect} />
              )}
            </Suspense>
          </PageFailure>
        </div>
        {isInspecting && <Inspector onBack={back} about={about} />}
      </div>
    </div>
  );
}

/** Keeps the selected step in the address, and selects what the address comes to name. */
function useSelectionInAddress(): void {
  const { store } = useEditor();
  const [chosen = null] = useSelection();
  const [search, setSearch] = useSearch();
  const named = search.get('step');
  const latest = useRef({ setSearch, named });
  latest.current = { setSearch, named };
  /** Values written to the URL that haven't arrived yet: the router takes a moment. */
  const written = useRef(new Set<string | null>());
  useEffect(() => {
    if (latest.current.named === chosen) return;
    written.current.add(chosen);
    latest.current.setSearch({ step: chosen });
  }, [chosen]);
  useEffect(() => {
    if ((store.selection[0] ?? null) === named) written.current.clear();
    else if (!written.current.has(named)) store.select(named === null ? [] : [named]);
  }, [store, named]);
}
