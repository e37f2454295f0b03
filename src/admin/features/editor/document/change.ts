import { getAt, setAt } from './at-path.ts';
import { paste } from './clip.ts';
import type { Command, CommandName } from './command.ts';
import type { FlowDocument } from './document.ts';
import { move, setGroup, setNote, withLayout } from './layout.ts';
import { renameStep } from './rename-step.ts';
import { renameVariable } from './rename-variable.ts';
import { addStep, connect, disconnect, removeSteps } from './steps.ts';
import { variablesOf } from './variables.ts';

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

/** The document after a command; the very same one when the command changes nothing. THE way to change it. */
export function change(document: FlowDocument, command: Command): FlowDocument {
  // The table pairs each command with its change; the compiler can't follow that through the index.
  const apply = changes[command.do] as (document: FlowDocument, command: Command) => FlowDocument;
  const next = apply(document, command);
  return next !== document && isSame(next, document) ? document : next;
}

/** Whether two values say the same in the same order; what they share is not looked at. */
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
