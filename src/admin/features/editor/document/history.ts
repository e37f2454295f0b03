import { paste } from './clip.ts';
import { type Command, type CommandName, type Label, labelOf } from './command.ts';
import {
  type FlowDocument,
  getAt,
  isObject,
  type Json,
  type JsonObject,
  setAt,
  stepOf,
  stepsOf,
} from './document.ts';
import { move, setGroup, setNote, withLayout, withRenamed } from './layout.ts';
import { allPorts } from './outline.ts';
import { addStep, connect, disconnect, removeSteps } from './steps.ts';
import { renameInExpression, renameInTemplate, variablesOf } from './variables.ts';

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
  connect: (document, { from, to }) => connect(document, from, to),
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

interface Names {
  readonly from: string;
  readonly to: string;
}

/** Gives a variable another name wherever it is set, read, shown or expected. */
function renameVariable(document: FlowDocument, from: string, to: string): FlowDocument {
  const names = { from, to };
  const { variables, steps } = document.definition;
  const definition = {
    ...document.definition,
    ...(isObject(variables) && { variables: keysOf(variables, names) }),
    ...(isObject(steps) && {
      steps: {
        ...steps,
        ...Object.fromEntries(
          Object.entries(stepsOf(document)).map(([id, step]) => [id, inStep(step, names)]),
        ),
      },
    }),
  };
  const conversations = document.conversations.map((script) => renameVariableInScript(script, names));
  return { ...document, definition: definition as FlowDocument['definition'], conversations };
}

/** How fields refer to variables; all other texts are templates. */
const fields: Readonly<Record<string, (value: Json, names: Names) => Json>> = {
  kind: (value) => value,
  flow: (value) => value,
  saveAs: (value, names) =>
    isObject(value) ? expressions(keysOf(value, names), names) : named(value, names),
  assign: (value, names) => (isObject(value) ? expressions(keysOf(value, names), names) : value),
  /** Its keys are the other flow's. */
  input: expressions,
  share: (value, names) => (Array.isArray(value) ? value.map((one) => named(one, names)) : value),
  branches: (value, names) => each(value, names, { when: expression }),
  validate: (value, names) =>
    isObject(value)
      ? within(value, names, {
          min: expression,
          max: expression,
          after: expression,
          before: expression,
          pattern: same,
        })
      : value,
  choices: (value, names) =>
    Array.isArray(value)
      ? value.map((choice: Json) => templates(choice, names))
      : isObject(value)
        ? within(value, names, { from: expression, label: templates, value: templates })
        : value,
  tools: (value, names) =>
    each(value, names, { arguments: (given) => (isObject(given) ? keysOf(given, names) : given) }),
  output: same,
  hours: same,
};

function inStep(step: JsonObject, names: Names): JsonObject {
  return Object.fromEntries(
    Object.entries(step).map(([field, value]) => [
      field,
      Object.hasOwn(fields, field) ? (fields[field] ?? same)(value, names) : templates(value, names),
    ]),
  );
}

function renameVariableInScript(script: FlowDocument['conversations'][number], names: Names) {
  const { steps } = script;
  if (!Array.isArray(steps)) return script;
  const renamed = steps.map((step: Json) =>
    isObject(step) && isObject(step.expect) && isObject(step.expect.variables)
      ? { ...step, expect: { ...step.expect, variables: keysOf(step.expect.variables, names) } }
      : step,
  );
  return { ...script, steps: renamed } as FlowDocument['conversations'][number];
}

type Rename = (value: Json, names: Names) => Json;

function same(value: Json): Json {
  return value;
}

function named(value: Json, { from, to }: Names): Json {
  return value === from ? to : value;
}

function keysOf(value: JsonObject, { from, to }: Names): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key === from ? to : key, entry]));
}

function expression(value: Json, { from, to }: Names): Json {
  return typeof value === 'string' ? renameInExpression(value, from, to) : value;
}

function expressions(value: Json, names: Names): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expression(one, names)])) as Json;
}

function templates(value: Json, names: Names): Json {
  if (typeof value === 'string') return renameInTemplate(value, names.from, names.to);
  if (Array.isArray(value)) return value.map((one: Json) => templates(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, templates(one, names)])) as Json;
}

function within(value: JsonObject, names: Names, table: Readonly<Record<string, Rename>>): Json {
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      Object.hasOwn(table, key) ? (table[key] ?? same)(one, names) : one,
    ]),
  ) as Json;
}

function each(value: Json, names: Names, table: Readonly<Record<string, Rename>>): Json {
  if (!Array.isArray(value)) return value;
  return value.map((entry: Json) => (isObject(entry) ? within(entry, names, table) : entry));
}

/** Renames a step in connections, keywords, tests and layout. Its place in the order stays. */
function renameStep(document: FlowDocument, from: string, to: string): FlowDocument {
  if (from === to || !stepOf(document, from) || stepOf(document, to)) return document;
  const ports = allPorts(document).filter((port) => port.to === from);
  const pointed = ports.reduce((next, { path }) => setAt(next, path, to), document);
  const { steps } = pointed.definition;
  if (!isObject(steps)) return document;
  const renamed = Object.fromEntries(
    Object.entries(steps).map(([id, step]) => [id === from ? to : id, step]),
  );
  const next = {
    ...pointed,
    definition: { ...pointed.definition, steps: renamed } as FlowDocument['definition'],
    conversations: pointed.conversations.map((script) => inScript(script, from, to)),
  };
  return withLayout(next, withRenamed(next.layout, from, to));
}

type Script = FlowDocument['conversations'][number];

/** Scripts speak of steps where one is expected, and of those that a model calls as its tools. */
function inScript(script: Script, from: string, to: string): Script {
  const { steps, llm } = script;
  return {
    ...script,
    ...(Array.isArray(llm) && { llm: llm.map((answer) => inAnswer(answer, from, to)) }),
    ...(Array.isArray(steps) && {
      steps: steps.map((step) =>
        isObject(step) && isObject(step.expect) && step.expect.step === from
          ? { ...step, expect: { ...step.expect, step: to } }
          : step,
      ),
    }),
  } as Script;
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

/** Changes the selection, which is no history entry. */
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

/** The field of a typing command; null for any other. */
function fieldOf(command: Command): string | null {
  if (command.do === 'edit' && typeof command.value === 'string') return JSON.stringify(command.path);
  return command.do === 'replace' && command.why === 'json' ? 'json' : null;
}
