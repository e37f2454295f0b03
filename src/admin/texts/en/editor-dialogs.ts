import type { StepKind } from '../../../contract/flow.ts';

const steps = (count: number) => (count === 1 ? '1 step' : `${count} steps`);

const purposes: Readonly<Record<StepKind, string>> = {
  message: 'Says something and goes on.',
  question: 'Asks, waits for the answer and saves it.',
  set: 'Gives variables new values.',
  branch: 'Goes on by what is known so far.',
  http: 'Asks another system, or tells it something.',
  llm: 'Has a language model write or decide.',
  handoff: 'Gives the conversation to a human.',
  wait: 'Waits for a time.',
  call: 'Runs another flow and comes back.',
  end: 'Ends the conversation.',
};

/** What is asked for above the flow, and said of its ways. */
export const editorDialogs = {
  way: {
    open: 'leads nowhere',
    connect: 'Connect…',
    goTo: (step: string) => `Go to ${step}`,
    title: 'Where does it lead?',
    label: 'Search a step',
    nowhere: 'Nowhere yet',
  },
  ways: {
    next: 'Then',
    'question.next': 'Any other answer',
    'wait.next': 'The time is up',
    'handoff.next': 'The human gives it back',
    otherwise: 'Otherwise',
    onInvalid: 'After too many wrong answers',
    onSilence: 'The visitor stays silent',
    onError: 'On error',
    onReply: 'The visitor writes',
    onClosed: 'Outside of the hours',
    onTimeout: 'Nobody came in time',
    afterClose: 'After closing',
  },
  add: {
    title: 'Add a step',
    label: 'Search a kind',
    newStep: (kind: string) => `New step: ${kind}`,
    purposes,
  },
  rename: {
    title: (id: string) => `Rename ${id}`,
    label: 'Name',
    button: 'Rename',
    noName: 'A name begins with a letter; letters, digits, _ and - follow.',
    taken: 'There is a step of this name.',
    reports: 'Ways, words and scripts go along. Reports count the new name from the next version on.',
  },
  group: {
    title: (count: number) => `Group ${steps(count)}`,
    label: 'Title',
    button: 'Group',
    empty: 'A group needs a title.',
  },
  note: { title: 'Note', text: 'Text', step: 'Hangs on', none: 'no step', remove: 'Remove the note' },
  search: {
    title: 'Search',
    label: 'Search in names, texts and expressions',
    replace: 'Replace…',
    by: 'Replace by',
    found: (count: number) => (count === 1 ? '1 place' : `${count} places`),
    variable: (read: number, set: number) => `A variable: read in ${read}, set in ${set}.`,
    flow: 'Flow',
    replaceAll: (count: number) => `Replace in ${count}`,
  },
  keys: {
    tree: 'In the list, arrows go from row to row, into a step and out of it; Enter fills it in, Escape comes back.',
    close: 'Close',
  },
  pastedFlow: {
    title: 'A whole flow was pasted',
    what: (count: number) => `It has ${steps(count)}.`,
    asNew: 'As a new flow',
    addSteps: 'Add its steps',
  },
  faults: {
    title: 'Faults',
    hint: 'F8 goes to the next one. The words are the engine’s.',
    use: (word: string) => `Use ${word}`,
    warningsHint: 'Warnings: they stop nothing.',
    connect: 'Connect…',
    create: (name: string) => `Create the variable ${name}`,
  },
  json: {
    label: (flow: string) => `${flow} as JSON`,
    help: 'What is changed here shows on the canvas and in the list at once.',
    broken: (line: number) =>
      `Line ${line}: this is no JSON yet. Canvas and list keep the last state that could be read.`,
    goToLine: 'Go to the line',
    mend: 'Go on in JSON',
    notJson: 'This is no JSON yet.',
  },
};
