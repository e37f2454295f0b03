import type { StepDocument } from './step-document.ts';

export const branchDocument: StepDocument<'branch'> = {
  about: 'Goes where the first condition points that holds.',
  fields: {
    branches:
      'Conditions in order, each with the step it leads to. What is missing, false, 0 or empty does not hold: `"when": "name"` asks whether there is a name.',
    otherwise: 'Where the flow goes when none of them holds.',
  },
  examples: [
    {
      title: 'By what the page tells',
      flow: {
        id: 'by-page',
        version: 1,
        start: 'which',
        steps: {
          which: {
            kind: 'branch',
            branches: [{ when: "message.metadata.plan == 'gold'", next: 'gold' }],
            otherwise: 'everybody',
          },
          gold: { kind: 'end', text: 'Your own number is 555.' },
          everybody: { kind: 'end', text: 'Write to us.' },
        },
      },
      script: { metadata: { plan: 'gold' }, steps: [{ user: 'hi' }, { expect: 'Your own number is 555.' }] },
    },
  ],
};
