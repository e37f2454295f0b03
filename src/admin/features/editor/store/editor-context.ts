import { createContext, useContext } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { FlowResources } from '../../../../contract/admin/flows.ts';
import type { Json } from '../../../../engine/interfaces.ts';
import type { EngineClient } from '../../flows/view/engine-client.ts';
import type { ScriptPlayer } from '../chat/chat-worker.ts';
import { type FlowDocument, type JsonObject, stepOf } from '../document/document.ts';
import type { History, Selection } from '../document/history.ts';
import type { EditorProblems, FlowProblems } from '../problems/find-problems.ts';
import type { DraftSaver, SavingState } from '../saving/draft-saver.ts';
import type { EditorActions, Ui } from './actions.ts';
import type { FlowStore } from './flow-store.ts';

/** The editor's context; the same object while the flow is open. */
export interface Editor {
  readonly flowId: string;
  /** The canvas's accessible name: the flow, or a version of it. */
  readonly name: string;
  /** The tenant's. */
  readonly country: string | undefined;
  /** The resources that steps can refer to; null if loading failed. */
  readonly resources: FlowResources | null;
  readonly store: FlowStore;
  /** Null where the flow is only read. */
  readonly saver: DraftSaver | null;
  readonly problems: EditorProblems;
  readonly engine: EngineClient;
  /** Null where the flow is only read. */
  readonly scripts: ScriptPlayer | null;
  /** The variables when the test chat last reached each step. */
  readonly samples: StoreApi<Samples>;
  readonly actions: EditorActions;
}

/** Values by name, of each step that the test chat has come to. */
export type Samples = { readonly [stepId: string]: { readonly [name: string]: Json } };

export const EditorContext = createContext<Editor | null>(null);

/** @throws Error outside of an editor */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('no flow is being edited');
  return editor;
}

/** Selects from the history, and renders only when the result changes; the selector must be stable. */
export function useHistory<Part>(select: (history: History) => Part): Part {
  return useStore(useEditor().store.state, select);
}

/** A part of the document. */
export function useFlow<Part>(select: (document: FlowDocument) => Part): Part {
  return useHistory(({ present }) => select(present));
}

/** Selects a step; changes of others don't render. */
export function useStep(id: string): JsonObject | null {
  return useFlow((document) => stepOf(document, id));
}

/** Ids of the cards that are chosen. */
export function useSelection(): Selection {
  return useHistory(({ selection }) => selection);
}

/** Whether the flow is read-only. */
export function useIsReadOnly(): boolean {
  return useEditor().saver === null;
}

/** @throws Error where the flow is only read */
export function useSaver(): DraftSaver {
  const { saver } = useEditor();
  if (!saver) throw new Error('the flow is only read');
  return saver;
}

/** The saving state. */
export function useSaving(): SavingState {
  return useStore(useSaver().state);
}

/** The problems of the flow, as last found. */
export function useProblems(): FlowProblems {
  return useStore(useEditor().problems.state);
}

/** The state of the editor's panels and dialogs. */
export function useUi(): Ui {
  return useStore(useEditor().actions.ui);
}
