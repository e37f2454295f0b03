import type { Label } from '../../flows/editor/document/command.ts';
import { editorDialogs } from './editor-dialogs.ts';
import { expressions } from './editor-expressions.ts';
import { editorForms } from './editor-forms.ts';

const steps = (count: number) => (count === 1 ? '1 step' : `${count} steps`);

/** What undoing takes back, and doing again does. */
const labels: Readonly<Record<Label['name'], (what: string | null, count: number) => string>> = {
  add: (what: string | null) => `add ${what ?? 'a step'}`,
  remove: (what: string | null, count: number) => `remove ${what ?? steps(count)}`,
  edit: (what: string | null) => `change ${what ?? 'a field'}`,
  reorder: (what: string | null) => `change the order in ${what ?? 'a list'}`,
  connect: (what: string | null) => `connect ${what ?? 'a way'}`,
  disconnect: (what: string | null) => `disconnect ${what ?? 'a way'}`,
  rename: (what: string | null) => `rename to ${what ?? 'another name'}`,
  move: (what: string | null, count: number) => `move ${what ?? steps(count)}`,
  arrange: (_: string | null, count: number) => `arrange ${steps(count)}`,
  group: () => 'group',
  note: () => 'note',
  variable: (what: string | null) => `variable ${what ?? ''}`,
  'rename-variable': (what: string | null) => `rename a variable to ${what ?? 'another name'}`,
  triggers: () => 'words',
  replace: () => 'JSON',
  paste: (what: string | null, count: number) => `paste ${what ?? steps(count)}`,
  merge: () => 'what somebody else saved',
  'replace-text': (_: string | null, count: number) => `replace in ${count} texts`,
};

/** The flow editor. */
export const editor = {
  ...editorDialogs,
  ...editorForms,
  expressions,
  head: {
    back: 'Flow',
    json: 'JSON',
    noFaults: 'No faults',
    warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
    notOpened: (flow: string) => `${flow} could not be opened`,
    undo: (what: string) => `Undo: ${what}`,
    redo: (what: string) => `Redo: ${what}`,
    nothingToUndo: 'Nothing to undo',
    nothingToRedo: 'Nothing to redo',
    empty: 'This flow has no steps yet. First: what does the bot say?',
    help: 'A adds a step after the one that is chosen. The port of a way is drawn to another step. Ctrl Enter tries it.',
    helpClose: 'Do not show this again',
  },
  menu: {
    title: 'Menu',
    save: 'Save now',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    duplicate: 'Duplicate',
    selectAll: 'Choose all steps',
    search: 'Search and replace…',
    add: 'Add a step…',
    addHere: 'Add a step here…',
    connect: 'Connect…',
    disconnect: 'Disconnect',
    remove: 'Remove',
    rename: 'Rename…',
    group: 'Group…',
    ungroup: 'Dissolve the group',
    note: 'Add a note',
    nextFault: 'Next fault',
    canvas: 'Canvas',
    list: 'List',
    json: 'JSON',
    test: 'Test chat',
    publish: 'Publish…',
    keys: 'Keys',
  },
  labels,
  saving: {
    saved: 'Saved',
    savedAt: (time: string) => `Saved ${time}`,
    saving: 'Saving…',
    kept: 'Kept on this device. It will be saved when the service can be reached.',
    overlap: 'Kept on this device. Choose what to keep first.',
    refused: (why: string) => `Not saved: ${why}`,
    again: 'Try again',
  },
  said: {
    undo: 'Undo',
    close: 'Close',
    restored: 'What was only on this device is back.',
    merged: (who: string | null, count: number) =>
      `${who ?? 'Somebody else'} changed ${steps(count)}. Yours are kept.`,
    removed: (count: number, opened: number) =>
      `${steps(count)} removed.${opened === 0 ? '' : ` ${opened === 1 ? '1 way leads' : `${opened} ways lead`} nowhere now.`}`,
    pasted: (count: number, variables: string) =>
      `${steps(count)} pasted.${variables === '' ? '' : ` Variables added: ${variables}.`}`,
    copied: (count: number) => `${steps(count)} copied.`,
    renamed: (to: string) => `Renamed to ${to}. Reports count the new name from the next version on.`,
    replaced: (count: number) => `Replaced in ${count === 1 ? '1 text' : `${count} texts`}.`,
    nothingToPaste: 'There are no steps to paste: copy some first.',
  },
  overlap: {
    title: 'Choose what to keep',
    what: (who: string | null) =>
      `${who ?? 'Somebody else'} changed the same while you were editing. Yours is kept on this device until you choose.`,
    field: 'Field',
    before: 'Before',
    mine: 'Mine',
    theirs: 'Theirs',
    nothing: 'nothing',
    keep: 'Keep these',
    later: 'Later',
    choose: (count: number) =>
      count === 1 ? 'Choose what to keep in 1 field' : `Choose what to keep in ${count} fields`,
    picture: 'How the two differ, as a picture',
  },
  list: {
    label: 'Steps of the flow',
    step: 'Step',
    leadsTo: 'Leads to',
    state: 'State',
    actions: 'Actions',
    menuOf: (what: string) => `Menu of ${what}`,
    group: (title: string) => `Group ${title}`,
  },
};
