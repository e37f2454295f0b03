import type { StoreApi } from 'zustand/vanilla';
import type { StepKind } from '../../../../contract/flow.ts';
import { addedVariables, type Clip, clipOf, pastedIds, readClip } from '../document/clip.ts';
import { freeId, type JsonObject, type Path, type Point, stepOf, stepsOf } from '../document/document.ts';
import { portsOf } from '../document/outline.ts';
import { newStep, opensWhenRemoved } from '../document/steps.ts';
import type { FlowStore } from './flow-store.ts';

/** The editor's dialogs. */
export type EditorDialog =
  /** Adds a step, after a connection or by itself. */
  | { readonly kind: 'add'; readonly from: Path | null; readonly at?: Point }
  /** Chooses the target of a connection. */
  | { readonly kind: 'connect'; readonly from: Path }
  | { readonly kind: 'rename'; readonly id: string }
  | { readonly kind: 'group'; readonly steps: readonly string[] }
  | { readonly kind: 'search' }
  | { readonly kind: 'keys' }
  /** A whole flow was pasted. */
  | { readonly kind: 'pasted-flow'; readonly clip: Clip; readonly definition: JsonObject };

/** A message after an action. */
export type Notice =
  | { readonly kind: 'removed'; readonly count: number; readonly opened: number }
  | { readonly kind: 'pasted'; readonly count: number; readonly variables: string }
  | { readonly kind: 'copied' | 'replaced'; readonly count: number }
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'nothingToPaste' };

export type EditorView = 'canvas' | 'list' | 'json';

/** The state of panels and dialogs, which is not part of the flow. */
export interface Ui {
  readonly view: EditorView;
  readonly dialog: EditorDialog | null;
  readonly notice: Notice | null;
  /** Whether the inspector is open. */
  readonly isInspecting: boolean;
  /** A panel beside the flow, by its id. */
  readonly panel: string | null;
  /** Whether the publish dialog is open; it is then in the URL. */
  readonly isPublishing: boolean;
  /** Whether the list of problems is open. */
  readonly problemsShown: boolean;
  /** Invalid JSON input; other views show the last valid state. */
  readonly brokenJson: { readonly text: string; readonly line: number } | null;
}

/** The actions of keys, menus and buttons: commands of the document, or dialogs. */
export class EditorActions {
  readonly #store: FlowStore;
  readonly ui: StoreApi<Ui>;

  constructor(store: FlowStore, ui: StoreApi<Ui>) {
    this.#store = store;
    this.ui = ui;
  }

  readonly open = (dialog: EditorDialog): void => this.ui.setState({ dialog });
  readonly close = (): void => this.ui.setState({ dialog: null });
  readonly say = (notice: Notice | null): void => this.ui.setState({ notice });
  readonly look = (view: EditorView): void => this.ui.setState({ view });
  readonly noteJson = (brokenJson: Ui['brokenJson']): void => this.ui.setState({ brokenJson });
  readonly toggleProblems = (): void =>
    this.ui.setState({ problemsShown: !this.ui.getState().problemsShown });
  readonly inspect = (isInspecting: boolean): void => this.ui.setState({ isInspecting });
  readonly togglePanel = (panel: string): void =>
    this.ui.setState({ panel: this.ui.getState().panel === panel ? null : panel });

  /** Opens the dialog to publish, once what it works on is saved. */
  readonly publish = (): void => this.ui.setState({ isPublishing: true });
  readonly published = (): void => this.ui.setState({ isPublishing: false });

  /** The steps among what is chosen. */
  chosenSteps(): readonly string[] {
    return this.#store.selection.filter((id) => stepOf(this.#store.document, id));
  }

  /** Opens the dialog for adding a step after the last selected one. */
  readonly askToAdd = (from: Path | null = this.wayBehind()): void => this.open({ kind: 'add', from });

  readonly addStep = (kind: StepKind, from: Path | null, at?: Point): void => {
    const { id, step } = newStep(this.#store.document, kind);
    this.#store.do({ do: 'add', id, step, ...(from && { from }), ...(at && { at }) }, [id]);
    this.close();
    // Once the dialog has given the focus back.
    requestAnimationFrame(focusFirstField);
  };

  /** The connection of the last selected step to which a new step is added: a required one, preferably not connected. */
  wayBehind(): Path | null {
    const id = this.chosenSteps().at(-1);
    const step = id === undefined ? null : stepOf(this.#store.document, id);
    const ports = id === undefined || !step ? [] : portsOf(id, step);
    const needed = ports.filter(({ isOptional }) => !isOptional);
    const port =
      needed.find(({ to }) => to === null) ??
      needed[0] ??
      ports.find(({ key }) => key === 'next') ??
      ports[0];
    return port?.path ?? null;
  }

  readonly askToConnect = (): void => {
    const [id] = this.chosenSteps();
    const step = id === undefined ? null : stepOf(this.#store.document, id);
    if (id === undefined || !step) return;
    const ports = portsOf(id, step);
    const port = ports.find(({ to }) => to === null) ?? ports[0];
    if (port) this.open({ kind: 'connect', from: port.path });
  };

  readonly connect = (from: Path, to: string | null): void => {
    this.#store.do(to === null ? { do: 'disconnect', from } : { do: 'connect', from, to });
    this.close();
  };

  readonly askToRename = (id: string | undefined = this.chosenSteps()[0]): void => {
    if (id !== undefined) this.open({ kind: 'rename', id });
  };

  readonly rename = (from: string, to: string): void => {
    this.#store.do(
      { do: 'rename', from, to },
      this.#store.selection.map((id) => (id === from ? to : id)),
    );
    this.ui.setState({ dialog: null, notice: { kind: 'renamed', to } });
  };

  readonly remove = (ids: readonly string[] = this.#store.selection): void => {
    const { document } = this.#store;
    const steps = ids.filter((id) => stepOf(document, id));
    const notes = ids.flatMap((id) => (id.startsWith('$note.') ? [id.slice('$note.'.length)] : []));
    const opened = opensWhenRemoved(document, steps).length;
    this.#store.do(
      [
        ...(steps.length > 0 ? [{ do: 'remove' as const, ids: steps }] : []),
        ...notes.map((id) => ({ do: 'note' as const, id, note: null })),
      ],
      [],
    );
    if (steps.length > 0) this.say({ kind: 'removed', count: steps.length, opened });
  };

  /** Returns a copy of the selected steps; null if there are none. */
  copied(ids: readonly string[] = this.chosenSteps()): string | null {
    if (ids.length === 0) return null;
    return JSON.stringify(clipOf(this.#store.document, ids), null, 2);
  }

  readonly paste = (text: string, at?: Point): void => {
    const read = readClip(text);
    if (!read) this.say({ kind: 'nothingToPaste' });
    else if (read.kind === 'flow') this.open({ ...read, kind: 'pasted-flow' });
    else this.pasteClip(read.clip, at);
  };

  readonly pasteClip = (clip: Clip, at?: Point): void => {
    const { document } = this.#store;
    const ids = [...pastedIds(document, clip).values()];
    const variables = addedVariables(document, clip).join(', ');
    this.#store.do({ do: 'paste', clip, ...(at && { at }) }, ids);
    this.ui.setState({ dialog: null, notice: { kind: 'pasted', count: ids.length, variables } });
  };

  readonly duplicate = (ids: readonly string[] = this.chosenSteps()): void => {
    if (ids.length > 0) this.pasteClip(clipOf(this.#store.document, ids));
  };

  readonly selectAll = (): void => this.#store.select(Object.keys(stepsOf(this.#store.document)));

  readonly askToGroup = (): void => {
    const steps = this.chosenSteps();
    if (steps.length > 0) this.open({ kind: 'group', steps });
  };

  readonly group = (title: string, steps: readonly string[]): void => {
    const taken = new Set(this.#store.document.layout.groups?.map(({ id }) => id));
    this.#store.do({ do: 'group', id: freeId('group', taken), group: { title, steps: [...steps] } });
    this.close();
  };

  /** Hangs an empty note on the step that is chosen. */
  readonly addNote = (): void => {
    const { layout } = this.#store.document;
    const id = freeId('note', new Set(layout.notes?.map((note) => note.id)));
    const [step] = this.chosenSteps();
    const beside = step === undefined ? undefined : layout.positions?.[step];
    const at = beside ? { x: beside.x, y: beside.y - 140 } : { x: 0, y: -160 };
    const note = { text: '', ...at, ...(step !== undefined && { step }) };
    this.#store.do({ do: 'note', id, note }, [`$note.${id}`]);
  };
}

/** Puts the focus in the first text of the step that is selected. */
export function focusFirstField(): void {
  const inspector = document.querySelector('.inspector');
  const field = inspector?.querySelector<HTMLElement>(
    '[data-field] :is(textarea, input, select, .text-host:not([hidden]))',
  );
  (field ?? inspector?.querySelector<HTMLElement>('.inspector-title'))?.focus();
}
