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
    about: 'a number, with a point or a comma',
    right: [['1,5', 1.5]],
    wrong: ['1.000,5', 'one'],
  },
  {
    rules: { type: 'number', min: 0, max: 10 },
    about: 'a number between two; each may be an expression',
    right: [['10', 10]],
    wrong: ['-1', '11'],
  },
  {
    rules: { type: 'email' },
    about: 'an e-mail address',
    right: [['ada@example.com', 'ada@example.com']],
    wrong: ['ada@'],
  },
  {
    rules: { type: 'phone' },
    about: 'a phone number, saved without blanks',
    right: [['+49 (30) 123-456', '+4930123456']],
    wrong: ['12'],
  },
  {
    rules: { type: 'date' },
    about: 'a date, year or day first, saved year first',
    right: [['31.1.2025', '2025-01-31']],
    wrong: ['31.2.2025', 'soon'],
  },
  {
    rules: { type: 'date', after: 'addDays(now.date, -1)', before: '2025-12-31' },
    about:
      'a date after one and before another; each is a date or an expression, and is itself too early or too late',
    right: [['2025-06-02', '2025-06-02']],
    wrong: ['2025-06-01', '2025-12-31'],
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
