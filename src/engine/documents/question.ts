import type { StepDocument } from './step-document.ts';

export const questionDocument: StepDocument<'question'> = {
  about:
    'Sends a text and waits for an answer. A valid answer is saved and the flow continues; after an invalid one the question is asked again.',
  fields: {
    text: 'The question; one text, or one per language.',
    choices:
      'The choices: a list of `{ "label", "value", "next"? }`, or `{ "from", "label"?, "value"?, "next"? }` where `from` is an expression that gives a list and the templates see each entry as `item`. The visitor can answer with the value, label or number of a choice, in any case, with or without accents, and with punctuation or emoji around it. `next` of a choice overrides `next` of the question. Without `validate`, only a choice is a valid answer.',
    validate:
      'What a valid answer is: see [Rules](#rules). Without rules and choices, every answer is valid. The answer of an attachment without text, a cart or a WhatsApp form is an empty text; the content is in `message.attachments`, `message.metadata.order` or `message.metadata.flowReply`.',
    retryText:
      'The message after an invalid answer, instead of `text`. Without it, the bot explains why it could not use the answer and what it needs, with an example, and repeats `text`. The explanation is in the language of the question, else of the visitor, else of the tenant’s `country`, if that is one of the widget’s twelve languages. For an ambiguous answer the bot offers a button for each meaning.',
    maxAttempts:
      'How many answers before `onInvalid` is taken. Default: 3. A message that is not an answer does not count as an attempt, and the question is asked again: a button of an earlier message, an unreadable message (the bot says so, in the same language), or a file or location where text is needed.',
    onInvalid:
      'The next step after that many invalid answers. Without it, the question is repeated until it is answered.',
    remindAfterMinutes:
      'After how many minutes without an answer the visitor is reminded, once. On chat apps nothing can be sent later than 24 hours after the visitor’s last message.',
    remindText: 'The text of the reminder. Default: `text`.',
    onSilence: 'The next step when the visitor does not answer.',
    silenceAfterMinutes:
      'How many minutes after the question, or after the reminder if there is one. Default: `remindAfterMinutes`.',
    measures:
      'What reports count the answer as: `csat` (1 to 5), `nps` (0 to 10) or `resolved` (yes or no). If it is asked several times within a run, the last answer counts.',
    saveAs:
      'The variable to save the answer in: a number for type `number`, `2025-01-31` for type `date`, `14:30` for type `time`, `+4930123456` for type `phone`, for type `file` an object with `type`, `fileId`, `mimeType`, `filename`, `sizeBytes`, else a text.',
    next: 'The next step after a valid answer.',
  },
  examples: [
    {
      title: 'Choices with their own next steps, and an exit after two invalid answers',
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
      title: 'Choices built from a list, and a measured number',
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
      title: 'A reminder, and a next step without an answer',
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
      title: 'A file, or a choice for visitors without one',
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
