/** The page of saved replies. */
export const replies = {
  title: 'Saved replies',
  about:
    'Answers that you and your colleagues insert with / while writing. {{ user.firstName | there }} becomes the visitor’s first name.',
  add: 'Save a reply',
  empty: 'Nothing is saved yet. Save what you write often.',
  name: 'Name',
  nameHint: 'What it is found by.',
  text: 'Text',
  textHint: 'May hold {{ user.firstName | there }}, {{ user.email }}, {{ user.phone }} and {{ agent.name }}.',
  language: 'Language',
  languageHint: 'For example en or pt-BR. Leave it empty for all visitors.',
  anyLanguage: 'All',
  edit: (name: string) => `Edit ${name}`,
  save: 'Save',
  saved: (name: string) => `${name} is saved.`,
  remove: {
    open: (name: string) => `Delete ${name}`,
    button: 'Delete',
    what: 'It is gone for everybody. What was sent with it stays.',
    done: (name: string) => `${name} is deleted.`,
  },
};
