import type { StepOf } from '../../contract/flow.ts';
import type { Attachment } from '../../contract/vocabulary.ts';
import type { Json } from '../interfaces.ts';

type Rules = NonNullable<StepOf<'question'>['validate']>;

/** A text, or a file. */
export type GivenAnswer = string | Attachment;

/** What the reference says of one rule; a test tries the answers on 2 June 2025. */
export interface RuleDocument {
  readonly rules: Rules;
  readonly about: string;
  /** Answers, each with what is saved. */
  readonly right: readonly (readonly [answer: GivenAnswer, saved: Json])[];
  readonly wrong: readonly GivenAnswer[];
}

/** Every type of answer, and every rule. */
export const ruleDocuments: readonly RuleDocument[] = [
  { rules: { type: 'text' }, about: 'any text', right: [['Ada', 'Ada']], wrong: [' '] },
  {
    rules: { type: 'text', minLength: 2, maxLength: 4 },
    about: 'a text of so many characters',
    right: [['four', 'four']],
    wrong: ['a', 'fives'],
  },
  {
    rules: { type: 'number' },
    about:
      'a number, in the digits of any script, with or without marks between thousands; of `1.000` and `1,000` the language decides',
    right: [
      ['1,5', 1.5],
      ['1.000,5', 1000.5],
      ['٥', 5],
    ],
    wrong: ['1.000', 'one'],
  },
  {
    rules: { type: 'number', min: 0, max: 10 },
    about: 'a number between two; each may be an expression',
    right: [['10', 10]],
    wrong: ['-1', '11'],
  },
  {
    rules: { type: 'email' },
    about: 'an e-mail address that mail can reach; what is around it is dropped',
    right: [
      ['ada@example.com', 'ada@example.com'],
      ['<ada@example.com>', 'ada@example.com'],
    ],
    wrong: ['ada@', 'ada,b@example.com'],
  },
  {
    rules: { type: 'phone' },
    about:
      "a phone number that exists, saved as E.164; without a country's code only where a country is known",
    right: [
      ['+49 (30) 123-456', '+4930123456'],
      ['+44 (0)20 7946 0018', '+442079460018'],
    ],
    wrong: ['12', '030 123456', '2025-01-31'],
  },
  {
    rules: { type: 'date' },
    about:
      'a date of the years 1900 to 2200 in figures or words of the twelve languages of the widget; the order of day and month is that of the language, with full stops the day is first',
    right: [
      ['31.1.2025', '2025-01-31'],
      ['31 January 2025', '2025-01-31'],
      ['tomorrow', '2025-06-03'],
    ],
    wrong: ['31.2.2025', '3/4/2025', 'soon'],
  },
  {
    rules: { type: 'date', after: 'addDays(now.date, -1)', before: '2025-12-31' },
    about:
      'a date after one and before another; each is a date or an expression, and is itself too early or too late',
    right: [['2025-06-02', '2025-06-02']],
    wrong: ['2025-06-01', '2025-12-31'],
  },
  {
    rules: { type: 'time', after: '08:59', before: '18:00' },
    about:
      'a time of day, with or without bounds as of a date; `7:30` may be either half of the day where the language counts to twelve',
    right: [
      ['14:30', '14:30'],
      ['2 pm', '14:00'],
    ],
    wrong: ['18:00', '7:30', 'later'],
  },
  { rules: { type: 'choice' }, about: 'one of the choices', right: [['1', 'a']], wrong: ['9'] },
  {
    rules: { type: 'regex', pattern: '^[0-9]{4}$' },
    about: 'a text that fits a pattern, which takes linear time',
    right: [['1001', '1001']],
    wrong: ['101'],
  },
  {
    rules: { type: 'file', accept: ['image', 'application/pdf'], maxMegabytes: 5 },
    about:
      'a file of one of these kinds (`image`, `audio`, `video`, `document`) or types, no larger than that; what is saved is what it is, by its `fileId`',
    right: [
      [
        { type: 'document', mimeType: 'application/pdf', filename: 'a.pdf', sizeBytes: 48213 },
        { type: 'document', mimeType: 'application/pdf', filename: 'a.pdf', sizeBytes: 48213 },
      ],
    ],
    wrong: ['later', { type: 'audio', mimeType: 'audio/ogg' }],
  },
];
