import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { StepOf } from '../contract/flow.ts';
import type { Json, OfferedChoice } from './interfaces.ts';
import { keepsRules, type RuleValue } from './keeps-rules.ts';
import { matchChoice, namedChoice } from './match-choice.ts';
import { readFile } from './read-file.ts';

type Question = StepOf<'question'>;
type Rules = NonNullable<Question['validate']>;
type AnswerType = Exclude<Rules['type'], 'file'>;
export type Answer =
  | { readonly ok: true; readonly value: Json; readonly choice?: OfferedChoice }
  | { readonly ok: false };

/** What an answer is held against. */
export interface Asked {
  readonly question: Question;
  readonly choices: readonly OfferedChoice[];
  /** Gives a rule's number or date, which may be an expression. @throws ExpressionError */
  readonly bound: (rule: RuleValue) => Json;
  /** Whether a text as a whole matches a pattern. @throws ExpressionError */
  readonly matches: (pattern: string, text: string) => boolean;
}

const wrong: Answer = { ok: false };
const right = (value: Json): Answer => ({ ok: true, value });
const chosen = (choice: OfferedChoice): Answer => ({ ok: true, value: choice.value, choice });
const emailChars = 254;

/**
 * Reads an answer as its question asks for it. Without `validate`, one of the choices is asked for when there are
 * any, else whatever comes is taken, also attachments without a text.
 * @see design 4
 */
export function readAnswer(asked: Asked, message: CanonicalMessage): Answer {
  const { question, choices, bound } = asked;
  const text = message.text?.trim() ?? '';
  const { validate } = question;
  if (validate) {
    if (validate.type === 'file') return readFileAnswer(validate, text, message, asked);
    const answer = readValidated(validate.type, text, asked);
    return answer.ok && !answer.choice && !keepsRules(validate, answer.value, bound) ? wrong : answer;
  }
  if (choices.length > 0) return readers.choice(text, asked);
  return text !== '' || message.attachments.length > 0 ? right(text) : wrong;
}

/** A file, or what is offered instead of one: "later". */
function readFileAnswer(rules: Rules, text: string, { attachments }: CanonicalMessage, asked: Asked): Answer {
  const file = readFile(rules, attachments);
  if (file !== null) return right(file);
  const choice = matchChoice(text, asked.choices);
  return choice ? chosen(choice) : wrong;
}

/** What is offered is a right answer; of a question for a number or a date it is saved as one, where it is one. */
function readValidated(type: AnswerType, text: string, asked: Asked): Answer {
  const choice = namedChoice(text, asked.choices);
  if (!choice || type === 'text' || type === 'choice') return readers[type](text, asked);
  const answer = readers[type](choice.value, asked);
  return answer.ok ? { ...answer, choice } : chosen(choice);
}

const readers = {
  // Choices of a question for text are proposals: one that is meant is saved by its value.
  text: (text, { choices }) => {
    if (text === '') return wrong;
    const choice = matchChoice(text, choices);
    return choice ? chosen(choice) : right(text);
  },
  number: readNumber,
  email: (text) =>
    text.length <= emailChars && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text) ? right(text) : wrong,
  phone: readPhone,
  date: readDate,
  choice: (text, { choices }) => {
    const choice = matchChoice(text, choices);
    return choice ? chosen(choice) : wrong;
  },
  regex: (text, { question: { validate }, matches }) =>
    validate?.pattern !== undefined && matches(validate.pattern, text) ? right(text) : wrong,
} satisfies Record<AnswerType, (text: string, asked: Asked) => Answer>;

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
