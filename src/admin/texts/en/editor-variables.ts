/** What an editor's panel of variables says. */
export const editorVariables = {
  title: 'Variables',
  none: 'None yet. A question, a set or an HTTP step makes one.',
  name: 'Name',
  start: (name: string) => `Start value of ${name} (JSON)`,
  add: 'Add a variable',
  taken: 'There is a variable of this name.',
  noName: 'A name begins with a letter; letters, digits and _ follow.',
  used: (set: number, read: number) => `Set in ${set}, read in ${read}.`,
  unused: 'Nothing reads it.',
  secrets: 'Secrets',
  secretsHint: 'An admin of the gateway sets them. Nobody reads their values here.',
  kinds: {
    text: 'A text.',
    number: 'A number.',
    flag: 'True or false.',
    list: 'A list.',
    object: 'An object.',
    unknown: 'No start value.',
  },
};
