import { copyText } from '../../../components/CopyLine.tsx';
import type { PlacedProblem } from '../problems/find-problems.ts';
import type { Editor } from './editor-context.ts';

/** A command of the editor, in its menu and on its keys. */
interface EditorCommand<Id> {
  readonly id: Id;
  /** `Control` stands for the command key, too. */
  readonly keys: readonly string[];
  /** Also works while a field has the focus. */
  readonly isInFields?: boolean;
  /** The browser's own copying and pasting do it: its keys are only shown. */
  readonly isNative?: boolean;
  /** Only with a step that is chosen. */
  readonly needsStep?: boolean;
  readonly run: (editor: Editor) => unknown;
}

/** @returns whether there is something, and the clipboard has it */
const write = async (text: string | null) => text !== null && copyText(text);

/** Nothing where the browser denies it: its own keys paste there all the same. */
const clipboardText = async () => {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
};

/** THE table of what can be done in the editor. */
export const editorCommands = listed([
  { id: 'save', keys: ['Control+s'], isInFields: true, run: ({ saver }) => saver?.save() },
  { id: 'undo', keys: ['Control+z'], run: ({ store }) => store.undo() },
  { id: 'redo', keys: ['Control+Shift+z', 'Control+y'], run: ({ store }) => store.redo() },
  {
    id: 'cut',
    keys: ['Control+x'],
    isNative: true,
    needsStep: true,
    run: async ({ actions }) => {
      if (await write(actions.copied())) actions.remove();
    },
  },
  {
    id: 'copy',
    keys: ['Control+c'],
    isNative: true,
    needsStep: true,
    run: ({ actions }) => write(actions.copied()),
  },
  {
    id: 'paste',
    keys: ['Control+v'],
    isNative: true,
    run: async ({ actions }) => actions.paste(await clipboardText()),
  },
  { id: 'duplicate', keys: ['Control+d'], needsStep: true, run: ({ actions }) => actions.duplicate() },
  { id: 'selectAll', keys: ['Control+a'], run: ({ actions }) => actions.selectAll() },
  {
    id: 'search',
    keys: ['Control+f'],
    isInFields: true,
    run: ({ actions }) => actions.open({ kind: 'search' }),
  },
  { id: 'add', keys: ['a', 'Insert', '/'], run: ({ actions }) => actions.askToAdd() },
  { id: 'connect', keys: ['c'], needsStep: true, run: ({ actions }) => actions.askToConnect() },
  { id: 'remove', keys: ['Delete'], run: ({ actions }) => actions.remove() },
  { id: 'rename', keys: ['F2'], needsStep: true, run: ({ actions }) => actions.askToRename() },
  { id: 'group', keys: ['g'], needsStep: true, run: ({ actions }) => actions.askToGroup() },
  { id: 'note', keys: ['n'], run: ({ actions }) => actions.addNote() },
  { id: 'nextFault', keys: ['F8'], isInFields: true, run: goToNextProblem },
  { id: 'canvas', keys: ['Alt+1'], isInFields: true, run: ({ actions }) => actions.look('canvas') },
  { id: 'list', keys: ['Alt+2'], isInFields: true, run: ({ actions }) => actions.look('list') },
  { id: 'json', keys: ['Alt+3'], isInFields: true, run: ({ actions }) => actions.look('json') },
  {
    id: 'test',
    keys: ['Control+Enter'],
    isInFields: true,
    run: ({ actions }) => actions.togglePanel('test'),
  },
  {
    id: 'publish',
    keys: ['Control+Shift+Enter'],
    isInFields: true,
    // It works on the saved draft.
    run: async ({ saver, actions }) => {
      await saver?.save();
      actions.publish();
    },
  },
  { id: 'keys', keys: ['?'], run: ({ actions }) => actions.open({ kind: 'keys' }) },
]);

export type EditorCommandId = (typeof editorCommands)[number]['id'];

function listed<Id extends string>(commands: readonly EditorCommand<Id>[]) {
  return commands;
}

/** Returns an event's key in the table's notation. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'code'>,
): string {
  // Alt changes what a digit writes on some keyboards.
  const digit = event.altKey ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined;
  const key = digit ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  const isShifted = event.shiftKey && (event.ctrlKey || event.metaKey || key.length > 1);
  return [(event.ctrlKey || event.metaKey) && 'Control', event.altKey && 'Alt', isShifted && 'Shift', key]
    .filter(Boolean)
    .join('+');
}

/** Selects the next problem, and focuses its field. */
function goToNextProblem({ store, actions, problems }: Editor): void {
  const { all } = problems.state.getState();
  if (all.length === 0) return;
  const at = lastProblem === null ? -1 : all.indexOf(lastProblem);
  const next = all[(at + 1) % all.length];
  if (!next) return;
  lastProblem = next;
  goToProblem({ store, actions }, next);
}

let lastProblem: PlacedProblem | null = null;

/** Selects the card of a problem, and focuses its field. */
export function goToProblem(
  { store, actions }: Pick<Editor, 'store' | 'actions'>,
  { card, path }: { readonly card: string; readonly path: readonly (string | number)[] },
): void {
  store.select(card === '$flow' ? [] : [card]);
  actions.inspect(true);
  // Once the form of the step is there.
  requestAnimationFrame(() => {
    const inspector = document.querySelector('.inspector');
    const field = inspector?.querySelector(`[data-field="${CSS.escape(String(path[3] ?? ''))}"]`);
    const within = field ?? inspector;
    const focused =
      within?.querySelector<HTMLElement>('[aria-invalid="true"], .text-host[data-invalid]:not([hidden])') ??
      within?.querySelector<HTMLElement>(
        ':is(input, textarea, select, button:not(.insert)):enabled, .text-host:not([hidden])',
      ) ??
      inspector?.querySelector<HTMLElement>('.inspector-title');
    focused?.focus();
  });
}
