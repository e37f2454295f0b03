import type { StepDocument } from './step-document.ts';

export const waitDocument: StepDocument<'wait'> = {
  about:
    'Lets time go by, and goes on by itself, to the minute. While it waits the conversation is not closed for being idle. A run goes on by itself twenty times at most until the visitor writes.',
  fields: {
    minutes: 'How long, up to 10,080 (a week).',
    onReply: 'Where the flow goes when the visitor writes before; what was said is `message.text`.',
    next: 'The step that follows when the time is up; without `onReply` also when the visitor writes.',
  },
  examples: [
    {
      title: 'A look back after two hours',
      flow: {
        id: 'parcel',
        version: 1,
        start: 'sent',
        steps: {
          sent: { kind: 'message', text: 'Your parcel is at the door.', next: 'later' },
          later: { kind: 'wait', minutes: 120, onReply: 'noted', next: 'ask' },
          noted: { kind: 'end', text: 'We tell the driver: {{ message.text }}' },
          ask: { kind: 'question', text: 'Has it arrived?', saveAs: 'arrived', next: 'bye' },
          bye: { kind: 'end', text: 'Thank you.' },
        },
      },
      script: {
        steps: [
          { user: 'hi' },
          { expect: 'Your parcel is at the door.' },
          { minutes: 119 },
          { minutes: 1 },
          { expect: 'Has it arrived?' },
          { user: 'yes' },
          { expect: 'Thank you.' },
        ],
      },
    },
  ],
};
