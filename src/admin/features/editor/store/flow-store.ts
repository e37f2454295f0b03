import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Command, Label } from '../document/command.ts';
import { type FlowDocument, idOf, isKindId, stepOf, stepsOf } from '../document/document.ts';
import {
  endTyping,
  type History,
  historyOf,
  perform,
  redo,
  type Selection,
  undo,
} from '../document/history.ts';

/** The flow that is being edited, with its history. */
export class FlowStore {
  readonly state: StoreApi<History>;
  /** A step that was just added: until another is selected, its problems are hidden and its text names it. */
  #fresh: string | null = null;
  #formKey = 0;
  readonly #nowMs: () => number;
  readonly #isReadOnly: boolean;

  /** @param isReadOnly takes no command but to fold a group, which only changes what is seen */
  constructor(first: FlowDocument | History, nowMs: () => number = Date.now, isReadOnly = false) {
    this.state = createStore(() => ('present' in first ? first : historyOf(first)));
    this.#nowMs = nowMs;
    this.#isReadOnly = isReadOnly;
  }

  get #history(): History {
    return this.state.getState();
  }

  get document(): FlowDocument {
    return this.#history.present;
  }

  get selection(): Selection {
    return this.#history.selection;
  }

  get fresh(): string | null {
    return this.#fresh;
  }

  /** Another number where another card is chosen; a step that gets another name is the same one. */
  get formKey(): number {
    return this.#formKey;
  }

  /** Several commands are one entry. */
  readonly do = (commands: Command | readonly Command[], selection?: Selection, label?: Label): void => {
    const [first] = [commands].flat();
    if (this.#isReadOnly && first?.do !== 'group') return;
    const next = perform(this.#history, commands, { nowMs: this.#nowMs(), selection, label });
    if (first?.do === 'add' && next !== this.#history) this.#fresh = first.id;
    this.#set(next, first?.do === 'rename');
  };

  readonly undo = (): void => this.#set(undo(this.#history));
  readonly redo = (): void => this.#set(redo(this.#history));
  readonly endTyping = (): void => this.#set(endTyping(this.#history));

  readonly select = (selection: Selection): void => {
    if (selection.join('\n') === this.selection.join('\n')) return;
    if (this.#fresh !== null && !selection.includes(this.#fresh)) this.#fresh = null;
    this.#set({ ...endTyping(this.#history), selection });
  };

  /** The text of a step was left: one that is called by its kind alone is called by its first words. */
  readonly nameByWords = (id: string, text: string): void => {
    const step = stepOf(this.document, id);
    if (this.#fresh !== id || !step || typeof step.kind !== 'string' || !isKindId(id, step.kind)) return;
    const taken = new Set(Object.keys(stepsOf(this.document)));
    const name = idOf(text, step.kind, taken);
    if (isKindId(name, step.kind)) return;
    this.#fresh = name;
    this.do(
      { do: 'rename', from: id, to: name },
      this.selection.map((one) => (one === id ? name : one)),
    );
  };

  #set(next: History, isSameCard = false): void {
    if (next === this.#history) return;
    if (!isSameCard && next.selection[0] !== this.selection[0]) this.#formKey += 1;
    this.state.setState(next, true);
  }
}
