import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { StepOf } from '../contract/flow.ts';
import type { Json } from './interfaces.ts';
import { compileRegex } from './linear-regex.ts';
import { matchChoice } from './match-choice.ts';

type Question = StepOf<'question'>;
type AnswerType = NonNullable<Question['validate']>['type'];
type Answer = { readonly ok: true; readonly value: Json } | { readonly ok: false };

const wrong: Answer = { ok: false };
const right = (value: Json): Answer => ({ ok: true, value });
const emailChars = 254;

/**
 * Reads an answer as its question asks for it. Without `validate`, one of the choices is asked for when there are
 * any, else whatever comes is taken, also attachments without a text.
 * @see design 4
 */
export function readAnswer(question: Question, message: CanonicalMessage): Answer {
  const text = message.text?.trim() ?? '';
  if (question.validate) return readers[question.validate.type](text, question);
  if (question.choices) return readers.choice(text, question);
  return text !== '' || message.attachments.length > 0 ? right(text) : wrong;
}

const readers = {
  // Choices of a question for text are proposals: one that is meant is saved by its value.
  text: (text, { choices = [] }) => (text === '' ? wrong : right(matchChoice(text, choices)?.value ?? text)),
  number: readNumber,
  email: (text) =>
    text.length <= emailChars && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text) ? right(text) : wrong,
  phone: readPhone,
  date: readDate,
  choice: (text, { choices = [] }) => {
    const choice = matchChoice(text, choices);
    return choice ? right(choice.value) : wrong;
  },
  regex: (text, { validate }) =>
    validate?.pattern !== undefined && compileRegex(validate.pattern).matches(text) ? right(text) : wrong,
} satisfies Record<AnswerType, (text: string, question: Question) => Answer>;

/** With a decimal point or a decimal comma; no thousands separators, whose meaning differs by country. */
function readNumber(text: string): Answer {
  if (!/^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/.test(text)) return wrong;
  return right(Number(text.replace(',', '.')));
}

/** Saved without separators: `+` and digits, or digits. */
function readPhone(text: string): Answer {
  const digits = text.replace(/[\s().\-/]/g, '');
  return /^\+?\d{6,15}$/.test(digits) ? right(digits) : wrong;
}

/** `2025-01-31`, or day first: `31.1.2025`, `31/01/2025`; saved as the first. */
function readDate(text: string): Answer {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const dayFirst = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  const [year, month, day] = iso?.slice(1) ?? dayFirst?.slice(1).reverse() ?? [];
  if (year === undefined || month === undefined || day === undefined) return wrong;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  // 31 February parses, as 3 March.
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  return exists ? right(written) : wrong;
}
