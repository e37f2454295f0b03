import { change } from './change.ts';
import { type Command, type Label, labelOf } from './command.ts';
import type { FlowDocument } from './document.ts';

/** Ids of the cards that are chosen. */
export type Selection = readonly string[];

/** A state to go back or forward to. */
interface Entry {
  readonly document: FlowDocument;
  readonly selection: Selection;
  /** What going there takes back, or does again. */
  readonly label: Label;
}

/** A document with the way back and forth. Made anew at each change; the states share what they have in common. */
export interface History {
  readonly past: readonly Entry[];
  readonly present: FlowDocument;
  readonly selection: Selection;
  readonly future: readonly Entry[];
  /** Typing that goes on: the next letter in the same field belongs to the same entry. */
  readonly typing: { readonly field: string; readonly lastMs: number; readonly chars: number } | null;
}

const entriesMost = 500;
const typingPauseMs = 800;
const typingChars = 40;

export function historyOf(document: FlowDocument): History {
  return { past: [], present: document, selection: [], future: [], typing: null };
}

/** Does a command; typing in one field joins until it pauses, or has become long, or the field is left. */
export function perform(
  history: History,
  command: Command,
  { nowMs, selection = history.selection }: { readonly nowMs: number; readonly selection?: Selection },
): History {
  const present = change(history.present, command);
  if (present === history.present)
    return selection === history.selection ? history : { ...history, selection };
  const typing = typingOf(history, command, nowMs);
  const isJoined = typing !== null && history.typing?.field === typing.field && typing.chars > 1;
  const entry = { document: history.present, selection: history.selection, label: labelOf(command) };
  const past = isJoined ? history.past : [...history.past, entry].slice(-entriesMost);
  return { past, present, selection, future: [], typing };
}

/** Several commands as one entry, named by the first. */
export function performAll(
  history: History,
  commands: readonly Command[],
  at: { readonly nowMs: number; readonly selection?: Selection; readonly label?: Label },
): History {
  const [first] = commands;
  const present = commands.reduce(change, history.present);
  if (!first || present === history.present) return history;
  const entry = {
    document: history.present,
    selection: history.selection,
    label: at.label ?? labelOf(first),
  };
  const past = [...history.past, entry].slice(-entriesMost);
  return { past, present, selection: at.selection ?? history.selection, future: [], typing: null };
}

/** What is chosen now, which is no entry of its own. */
export function select(history: History, selection: Selection): History {
  return { ...history, selection };
}

/** The field is left: what is typed next is an entry of its own. */
export function endTyping(history: History): History {
  return history.typing ? { ...history, typing: null } : history;
}

export function undo(history: History): History {
  const entry = history.past.at(-1);
  return entry ? goTo(history, entry, { past: history.past.slice(0, -1), to: 'future' }) : history;
}

export function redo(history: History): History {
  const entry = history.future.at(-1);
  return entry ? goTo(history, entry, { future: history.future.slice(0, -1), to: 'past' }) : history;
}

function goTo(
  history: History,
  { document, selection, label }: Entry,
  { to, ...rest }: { readonly to: 'past' | 'future' } & Partial<Pick<History, 'past' | 'future'>>,
): History {
  const here = { document: history.present, selection: history.selection, label };
  return {
    ...history,
    ...rest,
    [to]: [...history[to], here],
    present: document,
    selection,
    typing: null,
  };
}

function typingOf({ typing }: History, command: Command, nowMs: number): History['typing'] {
  const field = fieldOf(command);
  if (field === null) return null;
  const isGoingOn =
    typing?.field === field && nowMs - typing.lastMs < typingPauseMs && typing.chars < typingChars;
  return { field, lastMs: nowMs, chars: isGoingOn ? typing.chars + 1 : 1 };
}

/** What is typed in; null for what is done at once. */
function fieldOf(command: Command): string | null {
  if (command.do === 'edit' && typeof command.value === 'string') return JSON.stringify(command.path);
  return command.do === 'replace' && command.why === 'json' ? 'json' : null;
}
