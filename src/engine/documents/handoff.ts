import type { StepDocument } from './step-document.ts';

export const handoffDocument: StepDocument<'handoff'> = {
  about: 'Gives the conversation to a human. The flow is silent until it is given back.',
  fields: {
    reason: 'What the humans read; a template.',
    queue: 'The queue that it waits in: `default`, or one of those that the tenant names.',
    text: 'What the visitor reads, by language if you like.',
    hours:
      "Opening hours on the tenant's clock: a list of ranges for each weekday; a day that is left out is closed. A night is two ranges, until `24:00` and from `00:00`.",
    onClosed: 'Where the flow goes outside of them, instead.',
    next: 'Where it goes on when the human gives the conversation back.',
    timeoutMinutes: 'How long it may wait for a human.',
    onTimeout: 'Where the flow goes on when nobody has come in that time.',
    afterClose: 'Where it goes on when the human closes the conversation: a survey.',
    share: 'Variables that the humans are shown, and no others.',
  },
  examples: [
    {
      title: 'A human from nine to six, and a survey after',
      flow: {
        id: 'human',
        version: 1,
        start: 'ask',
        steps: {
          ask: { kind: 'question', text: 'What is wrong?', saveAs: 'problem', next: 'human' },
          human: {
            kind: 'handoff',
            reason: '{{ problem }}',
            queue: 'support',
            text: 'One moment.',
            hours: { monday: ['09:00-18:00'], tuesday: ['09:00-12:00', '13:00-18:00'] },
            onClosed: 'closed',
            next: 'ask',
            timeoutMinutes: 10,
            onTimeout: 'closed',
            afterClose: 'rate',
            share: ['problem'],
          },
          closed: { kind: 'end', text: 'Nobody is here; it is {{ now.time }}.' },
          rate: {
            kind: 'question',
            text: 'Solved?',
            choices: [
              { label: 'Yes', value: 'yes' },
              { label: 'No', value: 'no' },
            ],
            measures: 'resolved',
            saveAs: 'solved',
            next: 'bye',
          },
          bye: { kind: 'end' },
        },
      },
      script: {
        clock: '2025-06-02T07:30:00Z',
        timeZone: 'Europe/Berlin',
        steps: [
          { user: 'hi' },
          { expect: 'What is wrong?' },
          { user: 'My lamp' },
          { expect: 'One moment.' },
          { expect: { events: [{ type: 'Conversation.HandoffRequested', share: { problem: 'My lamp' } }] } },
          { human: 'closes' },
          { expect: 'Solved?' },
        ],
      },
    },
  ],
};
