import type { StepOf } from '../contract/flow.ts';
import type { Attachment } from '../contract/vocabulary.ts';
import type { Json } from './interfaces.ts';

type Rules = NonNullable<StepOf<'question'>['validate']>;

/** A text, or a file. */
export type GivenAnswer = string | Attachment;

/** The reference of one rule. A test runs its answers on 2 June 2025. */
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
    about: 'a text with a minimum and maximum length',
    right: [['four', 'four']],
    wrong: ['a', 'fives'],
  },
  {
    rules: { type: 'number' },
    about:
      'a number, in the digits of any script, with or without thousands separators; the language decides what `1.000` and `1,000` mean',
    right: [
      ['1,5', 1.5],
      ['1.000,5', 1000.5],
      ['٥', 5],
    ],
    wrong: ['1.000', 'one'],
  },
  {
    rules: { type: 'number', min: 0, max: 10 },
    about: 'a number in a range; each bound may be an expression',
    right: [['10', 10]],
    wrong: ['-1', '11'],
  },
  {
    rules: { type: 'email' },
    about: 'a deliverable email address; text around it is removed',
    right: [
      ['ada@example.com', 'ada@example.com'],
      ['<ada@example.com>', 'ada@example.com'],
    ],
    wrong: ['ada@', 'ada,b@example.com'],
  },
  {
    rules: { type: 'phone' },
    about: 'a valid phone number, saved as E.164; without a country code only when the country is known',
    right: [
      ['+49 (30) 123-456', '+4930123456'],
      ['+44 (0)20 7946 0018', '+442079460018'],
    ],
    wrong: ['12', '030 123456', '2025-01-31'],
  },
  {
    rules: { type: 'date' },
    about:
      'a date from 1900 to 2200 in digits or words of the widget’s twelve languages; the language decides the order of day and month, except that with dots the day comes first',
    right: [
      ['31.1.2025', '2025-01-31'],
      ['31 January 2025', '2025-01-31'],
      ['tomorrow', '2025-06-03'],
    ],
    wrong: ['31.2.2025', '3/4/2025', 'soon'],
  },
  {
    rules: { type: 'date', after: 'addDays(now.date, -1)', before: '2025-12-31' },
    about: 'a date after one date and before another, both exclusive; each is a date or an expression',
    right: [['2025-06-02', '2025-06-02']],
    wrong: ['2025-06-01', '2025-12-31'],
  },
  {
    rules: { type: 'time', after: '08:59', before: '18:00' },
    about:
      'a time of day, optionally with the same bounds as a date; `7:30` is ambiguous in languages with a 12-hour clock',
    right: [
      ['14:30', '14:30'],
      ['2 pm', '14:00'],
    ],
    wrong: ['18:00', '7:30', 'later'],
  },
  { rules: { type: 'choice' }, about: 'one of the choices', right: [['1', 'a']], wrong: ['9'] },
  {
    rules: { type: 'regex', pattern: '^[0-9]{4}$' },
    about: 'a text that matches a regular expression, evaluated in linear time',
    right: [['1001', '1001']],
    wrong: ['101'],
  },
  {
    rules: { type: 'file', accept: ['image', 'application/pdf'], maxMegabytes: 5 },
    about:
      'a file of one of these kinds (`image`, `audio`, `video`, `document`) or types, up to a maximum size; its description with `fileId` is saved',
    right: [
      [
        { type: 'document', mimeType: 'application/pdf', filename: 'a.pdf', sizeBytes: 48213 },
        { type: 'document', mimeType: 'application/pdf', filename: 'a.pdf', sizeBytes: 48213 },
      ],
    ],
    wrong: ['later', { type: 'audio', mimeType: 'audio/ogg' }],
  },
];

/** Common templates with their results; run by a test. */
export const idioms: readonly {
  readonly about: string;
  readonly template: string;
  readonly variables: { readonly [name: string]: Json };
  readonly gives: string;
}[] = [
  {
    about: 'one of two texts',
    template: "{{ count == 1 ? 'one lamp' : count + ' lamps' }}",
    variables: { count: 3 },
    gives: '3 lamps',
  },
  {
    about: 'a list as a sentence',
    template: "{{ join(lamps.map(l, l.name + ' x' + l.count), ', ') }}",
    variables: {
      lamps: [
        { name: 'Dusk', count: 2 },
        { name: 'Dawn', count: 1 },
      ],
    },
    gives: 'Dusk x2, Dawn x1',
  },
  {
    about: 'a fallback for a missing value',
    template: "{{ name == null || name == '' ? 'friend' : name }}",
    variables: { name: '' },
    gives: 'friend',
  },
  {
    about: 'one of several texts',
    template: "{{ weekdayOf(day) in ['saturday', 'sunday'] ? 'weekend' : 'weekday' }}",
    variables: { day: '2025-06-01' },
    gives: 'weekend',
  },
  { about: 'literal braces', template: "{{ '{' + '{' }}", variables: {}, gives: '{{' },
];
