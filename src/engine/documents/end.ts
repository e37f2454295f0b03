import type { StepDocument } from './step-document.ts';

export const endDocument: StepDocument<'end'> = {
  about:
    'Ends the run: the next message starts a new one, with fresh variables. In a flow that was called, or after a trigger with `return`, it ends that part.',
  fields: { text: 'What is said at the end, by language if you like.' },
  examples: [
    {
      title: 'The shortest flow',
      flow: { id: 'short', version: 1, start: 'bye', steps: { bye: { kind: 'end', text: 'Goodbye.' } } },
      script: { steps: [{ user: 'hi' }, { expect: 'Goodbye.' }, { expect: { status: 'completed' } }] },
    },
  ],
};
