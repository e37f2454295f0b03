import * as z from 'zod/mini';
import { fileKinds, fileTypeNames } from '../files.ts';
import { expression, minutes, name, template, text } from './parts.ts';

/** One answer that a question offers; `next` is a way of its own. */
const offeredChoice = z.strictObject({ label: text, value: template, next: z.optional(name) });

/** Choices made of a list: `label` and `value` see each entry as `item`. */
const choicesFrom = z.strictObject({
  from: expression,
  label: z.optional(text),
  value: z.optional(template),
  next: z.optional(name),
});

const bound = z.union([z.number(), expression]);
const length = z.int().check(z.gte(0), z.lte(4096));

const validate = z.strictObject({
  type: z.enum(['text', 'number', 'email', 'phone', 'date', 'time', 'choice', 'regex', 'file']),
  /** Of a file: kinds (`image`), or types (`application/pdf`); any without it. */
  accept: z.optional(z.array(z.enum([...fileKinds, ...fileTypeNames])).check(z.minLength(1))),
  maxMegabytes: z.optional(z.number().check(z.gt(0), z.lte(25))),
  pattern: z.optional(z.string().check(z.maxLength(256))),
  min: z.optional(bound),
  max: z.optional(bound),
  minLength: z.optional(length),
  maxLength: z.optional(length),
  /** A date or time, or an expression that gives one; the answer must lie on the far side of it. */
  after: z.optional(expression),
  before: z.optional(expression),
});

/** What the answer to a question tells of a run. @see design 12 */
export const measure = z.enum(['csat', 'nps', 'resolved']);

export const questionStep = z.strictObject({
  kind: z.literal('question'),
  text,
  choices: z.optional(z.union([z.array(offeredChoice), choicesFrom])),
  validate: z.optional(validate),
  retryText: z.optional(text),
  maxAttempts: z.optional(z.int().check(z.gte(1), z.lte(10))),
  onInvalid: z.optional(name),
  /** The visitor is reminded, once, who has said nothing for so long. */
  remindAfterMinutes: z.optional(minutes),
  /** What the reminder says; `text` without it. */
  remindText: z.optional(text),
  /** Where the flow goes when the visitor stays silent. */
  onSilence: z.optional(name),
  /** How long after the question, or the reminder; `remindAfterMinutes` without it. */
  silenceAfterMinutes: z.optional(minutes),
  measures: z.optional(measure),
  saveAs: name,
  next: name,
});
