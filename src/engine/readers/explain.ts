import type { StepOf } from '../../contract/flow.ts';
import type { Choice } from '../../contract/vocabulary.ts';
import type { Json } from '../interfaces.ts';
import type { BrokenRule } from '../keeps-rules.ts';
import { localeOfVisitor, type Visitor } from './locale.ts';
import type { ReadableType, ReadingProblem } from './reading.ts';
import catalogs from './retry-texts.json' with { type: 'json' };

/**
 * The default messages after an invalid answer, if the flow has no `retryText`, in every language of the widget.
 * `{readings}` is a list: `1 or 1000`.
 */
export const retryTexts: Readonly<Record<string, (typeof catalogs)['en']>> = catalogs;

type AnswerType = NonNullable<StepOf<'question'>['validate']>['type'] | undefined;

/** Why an answer is not taken. */
export type AnswerProblem =
  | { readonly kind: 'reading'; readonly problem: ReadingProblem }
  /** It may mean each of these, of which the question takes those that are offered. */
  | { readonly kind: 'ambiguous'; readonly values: readonly Json[]; readonly offered: readonly Json[] }
  | ({ readonly kind: 'rule' } & BrokenRule);

export interface Explained {
  /** Whole sentences, in the visitor's language. */
  readonly text: string;
  /** The possible meanings of the answer, as choices. */
  readonly choices: readonly Choice[];
}

/**
 * Explains why an answer isn't accepted, with an example.
 * @param shownIn the language of the question, where it has several
 */
export function explain(
  type: AnswerType,
  problem: AnswerProblem,
  visitor: Visitor,
  shownIn: string | undefined,
): Explained {
  const locale = localeOfVisitor(visitor, shownIn, retryTexts);
  const texts = retryTexts[locale.language] ?? catalogs.en;
  const write = (value: Json) => written(value, type, locale);
  if (problem.kind === 'ambiguous') {
    const choices = problem.offered.map((value) => ({ label: write(value), value: canonical(value) }));
    const list = new Intl.ListFormat(locale.baseName, { type: 'disjunction' });
    const readings = list.format(problem.values.map(write));
    return { text: texts.ambiguous.replace('{readings}', () => readings), choices };
  }
  if (problem.kind === 'rule')
    return { text: texts[problem.rule].replace('{bound}', () => write(problem.bound)), choices: [] };
  const reason = problem.problem === 'unreadable' ? '' : texts[problem.problem];
  const asked = type !== undefined && type in texts ? texts[type as ReadableType] : '';
  const example = asked.replace('{example}', () => write(exampleOf(type, visitor)));
  return { text: [reason, example].filter((part) => part !== '').join(' '), choices: [] };
}

const examples: Readonly<Record<string, Json>> = {
  ...{ number: 12, email: 'name@example.com', time: '14:30' },
  // Kept free by Ofcom for films and examples.
  phone: '+44 20 7946 0018',
};

const exampleOf = (type: AnswerType, { today }: Visitor): Json =>
  type === 'date' ? today : (examples[type ?? ''] ?? '');

/** Formats a value as people write it in this language, so that it parses as the same value. */
function written(value: Json, type: AnswerType, { baseName }: Intl.Locale): string {
  if (typeof value === 'number')
    return new Intl.NumberFormat(baseName, {
      ...{ useGrouping: false, maximumFractionDigits: 15, numberingSystem: 'latn' },
    }).format(value);
  const options = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;
  const at = Date.parse(type === 'time' ? `2025-01-01T${String(value)}Z` : String(value));
  if ((type !== 'date' && type !== 'time') || Number.isNaN(at)) return String(value);
  const style = type === 'date' ? { dateStyle: 'long' as const } : { timeStyle: 'short' as const };
  // Some versions of Unicode's data have a space here that looks like any other.
  return new Intl.DateTimeFormat(baseName, { ...options, ...style }).format(at).replaceAll(/\s/g, ' ');
}

/** Read as the same in every language: with three digits behind it, a mark could be one between thousands. */
function canonical(value: Json): string {
  const text = String(value);
  return typeof value === 'number' && /\.\d{3}$/.test(text) ? `${text}0` : text;
}
