import type { StepDocument } from './step-document.ts';

export const setDocument: StepDocument<'set'> = {
  about: 'Gives variables new values.',
  fields: {
    assign:
      'Variables, each with an expression. They are set in the order written: a later one sees an earlier one.',
    next: 'The step that follows.',
  },
  examples: [
    {
      title: 'A total',
      flow: {
        id: 'total',
        version: 1,
        start: 'add',
        variables: { price: 12.5, count: 2, total: 0 },
        steps: {
          add: { kind: 'set', assign: { total: 'price * count' }, next: 'tell' },
          tell: { kind: 'end', text: 'That makes {{ format(total, 2) }} EUR.' },
        },
      },
      script: { steps: [{ user: 'hi' }, { expect: 'That makes 25.00 EUR.' }] },
    },
  ],
};
