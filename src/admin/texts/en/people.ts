/** What is kept about somebody who writes. */
export const people = {
  title: (user: string) => `Person ${user}`,
  kept: 'What is kept',
  nothing: 'Nothing is kept about this person.',
  names: 'Known by',
  none: '–',
  turns: 'Turns',
  /** Of several pages only the first has been counted. */
  count: (count: number, isMore: boolean) => (isMore ? `${count} or more` : String(count)),
  audited: 'That you looked here is in the audit log, without the content.',
  save: 'Export as a file',
  goes: (conversations: string, turns: string) =>
    `This goes for good: conversations ${conversations}, turns ${turns}, and every name and delivery status that is kept of them.`,
  erased: (conversations: number, turns: number) => `Erased: conversations ${conversations}, turns ${turns}.`,
  erase: {
    open: 'Erase…',
    title: 'Erase this person?',
    what: 'It takes some seconds and cannot be undone. If they write again, a new conversation begins.',
    type: 'Type the id to erase them',
    button: 'Erase',
  },
};
