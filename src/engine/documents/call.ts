import type { StepDocument } from './step-document.ts';

export const callDocument: StepDocument<'call'> = {
  about:
    "Runs another flow of the tenant as a part of this one, at most 5 deep. The part has variables of its own; its `end` comes back here. Words of this flow's triggers are heard inside it, and end it.",
  fields: {
    flow: 'Id of the flow; its published version is run.',
    input: "Its variables, each with an expression over this flow's.",
    saveAs: "Variables of this flow, each with an expression over `result`: the part's variables at its end.",
    next: 'The step that follows its end.',
  },
  examples: [
    {
      title: 'An address, asked for in a flow of its own',
      flow: {
        id: 'order-lamp',
        version: 1,
        start: 'ask_address',
        steps: {
          ask_address: {
            kind: 'call',
            flow: 'address',
            input: { what: "'lamp'" },
            saveAs: { street: 'result.street' },
            next: 'tell',
          },
          tell: { kind: 'end', text: 'It goes to {{ street }}.' },
        },
      },
      others: [
        {
          id: 'address',
          version: 1,
          start: 'ask',
          variables: { what: '', street: '' },
          steps: {
            ask: { kind: 'question', text: 'Where shall the {{ what }} go?', saveAs: 'street', next: 'back' },
            back: { kind: 'end' },
          },
        },
      ],
      script: {
        steps: [
          { user: 'hi' },
          { expect: 'Where shall the lamp go?' },
          { user: 'Main Street 1' },
          { expect: 'It goes to Main Street 1.' },
        ],
      },
    },
  ],
};
