import { paste } from './clip.ts';
import { type Command, type CommandName, type Label, labelOf } from './command.ts';
import { type FlowDocument, getAt, isObject, type Json, type JsonObject, setAt, stepOf } from './document.ts';
import { move, setGroup, setNote, withLayout, withSteps } from './layout.ts';
import { allPorts } from './outline.ts';
import { addStep, disconnect, removeSteps } from './steps.ts';
import {
  mapMentions,
  mapValues,
  renameInExpression,
  renameInTemplate,
  renameKeys,
  variablesOf,
} from './variables.ts';

/** Ids of the cards that are chosen. */
export type Selection = readonly string[];

/** A state to go back or forward to. */
interface Entry {
  readonly document: FlowDocument;
  readonly selection: Selection;
  /** What is undone or redone. */
  readonly label: Label;
}

/** A document with undo and redo. Immutable; the states share their common parts. */
export interface History {
  readonly past: readonly Entry[];
  readonly present: FlowDocument;
  readonly selection: Selection;
  readonly future: readonly Entry[];
  /** Continuous typing: the next letter in the same field joins the same entry. */
  readonly typing: { readonly field: string; readonly lastMs: number; readonly chars: number } | null;
}

const entriesMost = 500;
const typingPauseMs = 800;
const typingChars = 40;

export function historyOf(document: FlowDocument): History {
  return { past: [], present: document, selection: [], future: [], typing: null };
}

interface Doing {
  readonly nowMs: number;
  readonly selection?: Selection | undefined;
  /** Names the entry; else the first command does. */
  readonly label?: Label | undefined;
}

/**
 * Does one command, or several as one entry. Typing in one field joins until it pauses, or has become long, or the field is
 * left.
 */
export function perform(
  history: History,
  commands: Command | readonly Command[],
  { nowMs, selection = history.selection, label }: Doing,
): History {
  const all = [commands].flat();
  const [first] = all;
  const present = all.reduce(change, history.present);
  if (!first || (present === history.present && selection === history.selection)) return history;
  if (present === history.present) return { ...history, selection };
  const typing = all.length > 1 || label ? null : typingOf(history, first, nowMs);
  const isJoined = typing !== null && history.typing?.field === typing.field && typing.chars > 1;
  const entry = {
    ...{ document: history.present, selection: history.selection },
    label: label ?? labelOf(first),
  };
  const past = isJoined ? history.past : [...history.past, entry].slice(-entriesMost);
  return { past, present, selection, future: [], typing };
}

type Changes = {
  readonly [Name in CommandName]: (
    document: FlowDocument,
    command: Extract<Command, { do: Name }>,
  ) => FlowDocument;
};

const changes: Changes = {
  add: addStep,
  remove: (document, { ids }) => removeSteps(document, ids),
  edit: (document, { path, value }) => setAt(document, path, value),
  reorder: (document, { path, from, to }) => {
    const list = getAt(document, path);
    if (!Array.isArray(list) || from === to || list[from] === undefined || list[to] === undefined)
      return document;
    return setAt(document, path, list.toSpliced(from, 1).toSpliced(to, 0, list[from]));
  },
  connect: (document, { from, to }) => setAt(document, from, to),
  disconnect: (document, { from }) => disconnect(document, from),
  rename: (document, { from, to }) => renameStep(document, from, to),
  move: (document, { steps, notes }) => withLayout(document, move(document.layout, steps, notes)),
  group: (document, { id, group }) => withLayout(document, setGroup(document.layout, id, group)),
  note: (document, { id, note }) => withLayout(document, setNote(document.layout, id, note)),
  variable: (document, { name, value }) => setAt(document, ['definition', 'variables', name], value),
  'rename-variable': (document, { from, to }) => {
    const isTaken = variablesOf(document).some(({ name }) => name === to);
    return from === to || isTaken ? document : renameVariable(document, from, to);
  },
  triggers: (document, { triggers }) =>
    setAt(document, ['definition', 'triggers'], triggers.length > 0 ? triggers : undefined),
  replace: (document, { content }) => ({ ...document, ...content }),
  paste: (document, { clip, at }) => paste(document, clip, at),
  merge: (_, { merged }) => merged,
};

/** Gives a variable another name wherever it is set, read, shown or expected. */
function renameVariable(document: FlowDocument, from: string, to: string): FlowDocument {
  const named = (name: string) => (name === from ? to : name);
  const mentions = {
    ...{ set: named, name: named },
    expression: (text: string) => renameInExpression(text, from, to),
    template: (text: string) => renameInTemplate(text, from, to),
  };
  const { variables, steps } = document.definition;
  const definition = {
    ...document.definition,
    ...(isObject(variables) && { variables: renameKeys(variables, named) }),
    ...(isObject(steps) && {
      steps: mapValues(steps, (step) => (isObject(step) ? (mapMentions(step, mentions) as Json) : step)),
    }),
  } as FlowDocument['definition'];
  const conversations = document.conversations.map((script) =>
    withExpected(script, ({ variables: values, ...rest }) =>
      isObject(values) ? { ...rest, variables: renameKeys(values, named) as Json } : null,
    ),
  );
  return { ...document, definition, conversations };
}

/** Renames a step in connections, keywords, tests and layout. Its place in the order stays. */
function renameStep(document: FlowDocument, from: string, to: string): FlowDocument {
  if (from === to || !stepOf(document, from) || stepOf(document, to)) return document;
  const ports = allPorts(document).filter((port) => port.to === from);
  const pointed = ports.reduce((next, { path }) => setAt(next, path, to), document);
  const { steps } = pointed.definition;
  if (!isObject(steps)) return document;
  const named = (id: string) => (id === from ? to : id);
  const next = {
    ...pointed,
    definition: { ...pointed.definition, steps: renameKeys(steps, named) } as FlowDocument['definition'],
    conversations: pointed.conversations.map((script) => inScript(script, from, to)),
  };
  return withLayout(next, withSteps(next.layout, named));
}

type Script = FlowDocument['conversations'][number];

/** Scripts speak of steps where one is expected, and of those that a model calls as its tools. */
function inScript(script: Script, from: string, to: string): Script {
  const { llm, ...rest } = withExpected(script, (expect) =>
    expect.step === from ? { ...expect, step: to } : null,
  );
  return {
    ...rest,
    ...(Array.isArray(llm) && { llm: llm.map((answer) => inAnswer(answer, from, to)) }),
  } as Script;
}

/** A script that expects something else; null leaves an expectation. */
function withExpected(script: Script, change: (expect: JsonObject) => JsonObject | null): Script {
  if (!Array.isArray(script.steps)) return script;
  const steps = script.steps.map((step) => {
    const expect = isObject(step) && isObject(step.expect) ? change(step.expect) : null;
    return expect && isObject(step) ? { ...step, expect } : step;
  });
  return { ...script, steps } as Script;
}

function inAnswer(answer: Json, from: string, to: string): Json {
  if (!isObject(answer) || !Array.isArray(answer.calls)) return answer;
  const calls = answer.calls.map((call: Json) =>
    isObject(call) && call.tool === from ? { ...call, tool: to } : call,
  );
  return { ...(answer as JsonObject), calls } as Json;
}

/** Returns the document after a command, or the same object if nothing changes. All changes go through it. */
export function change(document: FlowDocument, command: Command): FlowDocument {
  // The table pairs each command with its change; the compiler can't follow that through the index.
  const apply = changes[command.do] as (document: FlowDocument, command: Command) => FlowDocument;
  const next = apply(document, command);
  return next !== document && isSame(next, document) ? document : next;
}

/** Whether two values are equal including key order; shared parts are skipped. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.length &&
    left.every(([key, value], n) => key === right[n]?.[0] && isSame(value, right[n]?.[1]))
  );
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

/** The field of a typing command; null for any other. */
function fieldOf(command: Command): string | null {
  if (command.do === 'edit' && typeof command.value === 'string') return JSON.stringify(command.path);
  return command.do === 'replace' && command.why === 'json' ? 'json' : null;
}
