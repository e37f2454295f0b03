import type { StepDocument } from './step-document.ts';

export const questionDocument: StepDocument<'question'> = {
  about:
    'Sends a text and waits. The answer is checked; a right one is saved and the flow goes on, a wrong one is asked for again.',
  fields: {
    text: 'What is asked, by language if you like.',
    choices:
      'What is offered: a list of `{ "label", "value", "next"? }`, or `{ "from", "label"?, "value"?, "next"? }` where `from` is an expression that gives a list and the templates see each entry as `item`. A choice is named by its value, its label or its number, in any case, with or without accents, and without the punctuation and emoji around it; `next` is a way of its own and wins over that of the question. Without `validate` only a choice is a right answer.',
    validate:
      'What a right answer is: see [Rules](#rules). Without it, and without choices, whatever comes is taken; of an attachment alone, a cart or a WhatsApp form the answer is an empty text, and `message.attachments`, `message.metadata.order` or `message.metadata.flowReply` holds it.',
    retryText:
      'What is said instead of `text` after a wrong answer. Without it the bot explains why it could not use the answer and what it needs, with an example, and repeats `text`. The explanation is in the language of the question, else in the visitor’s, else in that of the tenant’s `country`, as far as it is one of the twelve languages of the widget. For an answer that may mean several things the bot offers a button for each.',
    maxAttempts:
      'How many answers in all before `onInvalid` is taken; 3 by default. A message that is no answer uses up no attempt, and the question is asked again: a button of an earlier message, a message that cannot be read (the bot says so, in the same language), or a file or place where text is needed.',
    onInvalid:
      'Where the flow goes after so many wrong answers. Without it the question is asked until it is answered.',
    remindAfterMinutes:
      'The visitor who says nothing for so long is reminded, once. On chat apps nothing can be sent 24 hours after their last message.',
    remindText: 'What the reminder says; `text` unless told.',
    onSilence: 'Where the flow goes on when the visitor stays silent.',
    silenceAfterMinutes:
      'How long after the question, or the reminder where there is one; as long as `remindAfterMinutes` unless told.',
    measures:
      'What reports count the answer as: `csat` (1 to 5), `nps` (0 to 10) or `resolved` (yes or no). Asked again within a run, the last answer counts.',
    saveAs:
      'The variable that keeps the answer: a number for type `number`, `2025-01-31` for type `date`, `14:30` for type `time`, `+4930123456` for type `phone`, for type `file` an object with `type`, `fileId`, `mimeType`, `filename`, `sizeBytes`, else a text.',
    next: 'The step that follows a right answer.',
  },
  examples: [
    {
      title: 'Choices with ways of their own, and a way out after two wrong answers',
      flow: {
        id: 'menu',
        version: 1,
        start: 'ask',
        steps: {
          ask: {
            kind: 'question',
            text: 'What is it about?',
            choices: [
              { label: { en: 'My order', de: 'Meine Bestellung' }, value: 'order', next: 'order' },
              { label: { en: 'Something else', de: 'Etwas anderes' }, value: 'other' },
            ],
            retryText: 'Pick one of these.',
            maxAttempts: 2,
            onInvalid: 'bye',
            saveAs: 'topic',
            next: 'bye',
          },
          order: { kind: 'end', text: 'Let us look.' },
          bye: { kind: 'end', text: 'Goodbye.' },
        },
      },
      script: {
        steps: [
          { user: 'hi' },
          { expect: 'What is it about?' },
          { expect: { choices: ['My order', 'Something else'] } },
          { user: 'hm' },
          { expect: 'Pick one of these.' },
          { user: '1' },
          { expect: 'Let us look.' },
        ],
      },
    },
    {
      title: 'Choices of a list, and a number that is measured',
      flow: {
        id: 'times',
        version: 1,
        start: 'ask',
        variables: {
          slots: [
            { id: 's1', time: '9:00' },
            { id: 's2', time: '10:00' },
          ],
        },
        steps: {
          ask: {
            kind: 'question',
            text: 'When?',
            choices: { from: 'slots', label: 'at {{ item.time }}', value: '{{ item.id }}' },
            saveAs: 'slot',
            next: 'rate',
          },
          rate: {
            kind: 'question',
            text: 'How was this, from 1 to 5?',
            validate: { type: 'number', min: 1, max: 5 },
            measures: 'csat',
            saveAs: 'score',
            next: 'bye',
          },
          bye: { kind: 'end' },
        },
      },
      script: {
        steps: [
          { user: 'hi' },
          { expect: 'When?' },
          { expect: { choices: ['at 9:00', 'at 10:00'] } },
          { user: '2' },
          { expect: 'How was this, from 1 to 5?' },
          { user: '5' },
          { expect: { status: 'completed', variables: { slot: 's2', score: 5 } } },
        ],
      },
    },
    {
      title: 'A reminder, and a way on when nobody answers',
      flow: {
        id: 'cart',
        version: 1,
        start: 'ask',
        steps: {
          ask: {
            kind: 'question',
            text: 'Shall we send it?',
            choices: [{ label: 'Yes', value: 'yes' }],
            remindAfterMinutes: 30,
            remindText: 'It is still in your cart. Shall we send it?',
            silenceAfterMinutes: 60,
            onSilence: 'kept',
            saveAs: 'send',
            next: 'sent',
          },
          kept: { kind: 'end', text: 'We keep it for you.' },
          sent: { kind: 'end', text: 'It is on its way.' },
        },
      },
      script: {
        steps: [
          { user: 'hi' },
          { expect: 'Shall we send it?' },
          { minutes: 30 },
          { expect: 'It is still in your cart. Shall we send it?' },
          { expect: { choices: ['Yes'], step: 'ask' } },
          { minutes: 60 },
          { expect: 'We keep it for you.' },
          { expect: { status: 'completed' } },
        ],
      },
    },
    {
      title: 'A file, or a way on without one',
      flow: {
        id: 'refund',
        version: 1,
        start: 'ask',
        steps: {
          ask: {
            kind: 'question',
            text: 'Please send the receipt.',
            choices: [{ label: 'I have none', value: 'none', next: 'lost' }],
            validate: { type: 'file', accept: ['image', 'application/pdf'], maxMegabytes: 5 },
            retryText: 'A picture or a PDF, please, of 5 MB at most.',
            saveAs: 'receipt',
            next: 'thanks',
          },
          lost: { kind: 'end', text: 'We look for it.' },
          thanks: { kind: 'end', text: 'Thank you for {{ receipt.filename }}.' },
        },
      },
      script: {
        steps: [
          { user: 'hi' },
          { expect: 'Please send the receipt.' },
          { expect: { choices: ['I have none'] } },
          { user: 'here it is' },
          { expect: 'A picture or a PDF, please, of 5 MB at most.' },
          { expect: { choices: ['I have none'] } },
          {
            user: '',
            attachments: [
              { type: 'document', mimeType: 'application/pdf', filename: 'receipt.pdf', sizeBytes: 48213 },
            ],
          },
          { expect: 'Thank you for receipt.pdf.' },
          { expect: { status: 'completed' } },
        ],
      },
    },
  ],
};
