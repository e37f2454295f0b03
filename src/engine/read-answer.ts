import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { StepOf } from '../contract/flow.ts';
import type { Json, OfferedChoice } from './interfaces.ts';
import { brokenRule, type RuleValue } from './keeps-rules.ts';
import { matchChoice, namedChoice } from './match-choice.ts';
import { hasContent } from './no-answer.ts';
import { readFile } from './read-file.ts';
import type { AnswerFault } from './readers/explain.ts';
import type { Visitor } from './readers/locale.ts';
import type { ReadableType } from './readers/reading.ts';
import { normalizeTyped, trimTyped } from './typed-text.ts';

type Question = StepOf<'question'>;
type Rules = NonNullable<Question['validate']>;
export type Answer =
  | { readonly ok: true; readonly value: Json; readonly choice?: OfferedChoice }
  /** Null for what needs no reason: the choices, or the question itself, say what is asked for. */
  | { readonly ok: false; readonly fault: AnswerFault | null };

/** What an answer is held against. */
export interface Asked {
  readonly question: Question;
  readonly choices: readonly OfferedChoice[];
  /** Who answers, and when. */
  readonly visitor: () => Visitor;
  /** Gives a rule's number or date, which may be an expression. @throws ExpressionError */
  readonly bound: (rule: RuleValue) => Json;
  /** Whether a text as a whole matches a pattern. @throws ExpressionError */
  readonly matches: (pattern: string, text: string) => boolean;
}

const wrong: Answer = { ok: false, fault: null };
const right = (value: Json): Answer => ({ ok: true, value });
const chosen = (choice: OfferedChoice): Answer => ({ ok: true, value: choice.value, choice });

/**
 * Reads an answer as its question asks for it. Without `validate`, one of the choices is asked for when there are
 * any, else whatever comes is taken, also attachments without a text. What reads numbers, dates and the like is loaded
 * by the first that needs it.
 * @throws ExpressionError
 * @see design 4
 */
export function readAnswer(asked: Asked, message: CanonicalMessage): Answer | Promise<Answer> {
  const { question, choices } = asked;
  const text = trimTyped(message.text ?? '');
  const { validate } = question;
  if (!validate) {
    if (choices.length > 0) return readChoice(text, asked);
    return text !== '' || hasContent(message) ? right(text) : wrong;
  }
  switch (validate.type) {
    case 'choice':
      return readChoice(text, asked);
    case 'file':
      return readFileAnswer(validate, text, message, asked);
    case 'text':
      return withinRules(readText(text, asked), validate, asked);
    case 'regex':
      return withinRules(readPattern(validate, text, asked), validate, asked);
    default:
      return readByType(validate.type, validate, text, asked);
  }
}

function readChoice(text: string, { choices }: Asked): Answer {
  const choice = matchChoice(text, choices);
  return choice ? chosen(choice) : wrong;
}

/** A file, or what is offered instead of one: "later". */
function readFileAnswer(rules: Rules, text: string, { attachments }: CanonicalMessage, asked: Asked): Answer {
  const file = readFile(rules, attachments);
  return file !== null ? right(file) : readChoice(text, asked);
}

/** Choices of a question for text are proposals: one that is meant is saved by its value. */
function readText(text: string, { choices }: Asked): Answer {
  if (text === '') return wrong;
  const choice = matchChoice(text, choices);
  return choice ? chosen(choice) : right(text);
}

function readPattern({ pattern }: Rules, text: string, { choices, matches }: Asked): Answer {
  const choice = namedChoice(text, choices);
  if (choice) return chosen(choice);
  // A pattern may be written for what people type, or for what it is in plain figures.
  const found = [...new Set([normalizeTyped(text), text])].find(
    (written) => pattern !== undefined && matches(pattern, written),
  );
  return found === undefined ? wrong : right(found);
}

/** What is offered is a right answer; of a question for a number or a date it is saved as one, where it is one. */
async function readByType(type: ReadableType, rules: Rules, text: string, asked: Asked): Promise<Answer> {
  const { readTyped } = await import('./readers/read-typed.ts');
  const isAllowed = (value: Json) => brokenRule(rules, value, asked.bound) === null;
  const read = (written: string) => readTyped(type, written, asked.visitor(), isAllowed);
  const choice = namedChoice(text, asked.choices);
  if (choice) {
    const meant = await read(choice.value);
    return meant.kind === 'value' ? { ok: true, value: meant.value, choice } : chosen(choice);
  }
  const reading = await read(text);
  switch (reading.kind) {
    case 'value':
      return withinRules(right(reading.value), rules, asked);
    case 'fault':
      return { ok: false, fault: { kind: 'reading', fault: reading.fault } };
    case 'ambiguous': {
      const { values } = reading;
      const offered = values.filter(isAllowed);
      return offered.length > 0
        ? { ok: false, fault: { kind: 'ambiguous', values, offered } }
        : withinRules(right(reading.values[0] ?? null), rules, asked);
    }
  }
}

function withinRules(answer: Answer, rules: Rules, { bound }: Asked): Answer {
  if (!answer.ok || answer.choice) return answer;
  const broken = brokenRule(rules, answer.value, bound);
  return broken ? { ok: false, fault: { kind: 'rule', ...broken } } : answer;
}
