import type { StepDocument } from './step-document.ts';

export const handoffDocument: StepDocument<'handoff'> = {
  about: 'Hands the conversation off to an agent. The flow pauses until the agent returns it.',
  fields: {
    reason: 'The reason shown to agents; a template.',
    queue: 'The queue to wait in: `default`, or one that the tenant names.',
    text: 'The message to the visitor; one text, or one per language.',
    hours:
      "Opening hours in the tenant's time zone: a list of ranges for each weekday; a weekday without one is closed. Write a range across midnight as two, until `24:00` and from `00:00`.",
    onClosed: 'The next step outside of the opening hours, instead of the handoff.',
    next: 'The next step when the agent returns the conversation.',
    timeoutMinutes: 'How long to wait for an agent.',
    onTimeout: 'The next step when no agent has joined in that time.',
    afterClose: 'The next step when the agent closes the conversation, for example a survey.',
    share: 'The variables shown to agents; no others are.',
  },
  examples: [
    {
      title: 'An agent during opening hours, and a survey afterward',
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
