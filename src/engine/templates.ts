import { limits } from '../contract/limits.ts';
import { escapeValues, type WrittenPart } from '../contract/rich/escape-values.ts';
import type { Text } from '../contract/steps/parts.ts';
import { ExpressionError } from './errors.ts';
import { textOf } from './expression-values.ts';
import { assertExpressionParses } from './expressions.ts';
import type { Json } from './interfaces.ts';

/** A template taken apart: text as it stands, and expressions. */
export type TemplatePart = { readonly text: string } | { readonly expression: string };

const rememberedTemplates = 1_000;
const taken = new Map<string, readonly TemplatePart[]>();

/**
 * Takes `Hello {{ name }}` apart; an expression may itself hold braces and strings.
 * @throws ExpressionError for an expression that is not closed or does not parse
 */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const known = taken.get(template);
  if (known) return known;
  const parts = partsOf(template);
  if (taken.size >= rememberedTemplates) taken.clear();
  taken.set(template, parts);
  return parts;
}

function partsOf(template: string): readonly TemplatePart[] {
  return locateParts(template).map((part) => {
    if ('text' in part) return { text: part.text };
    assertExpressionParses(part.expression);
    return { expression: part.expression };
  });
}

/**
 * The parts of a template, expressions with where they begin; whether they can be read is not looked at.
 * @throws ExpressionError for an expression that is empty, or not closed
 */
export function locateParts(
  template: string,
): readonly ({ readonly text: string } | { readonly expression: string; readonly from: number })[] {
  const parts: ({ text: string } | { expression: string; from: number })[] = [];
  for (let at = 0; at < template.length; ) {
    const open = template.indexOf('{{', at);
    const textEnd = open < 0 ? template.length : open;
    if (textEnd > at) parts.push({ text: template.slice(at, textEnd) });
    if (open < 0) break;
    const close = findClose(template, open + 2);
    const inside = template.slice(open + 2, close);
    const expression = inside.trim();
    if (expression === '') throw new ExpressionError('{{ }} holds no expression');
    parts.push({ expression, from: open + 2 + inside.indexOf(expression) });
    at = close + 2;
  }
  return parts;
}

/**
 * Fills a template.
 * @param write how a value is written into the text; default: `textOf`
 * @throws ExpressionError
 */
export function renderTemplate(
  template: string,
  evaluate: (expression: string) => Json,
  write: (value: Json) => string = textOf,
): string {
  let text = '';
  for (const part of parseTemplate(template))
    text += 'text' in part ? part.text : write(evaluate(part.expression));
  return text;
}

/** A text as it reads, and in Markdown where a value in it would else be read as marks. */
export interface FilledText {
  readonly text: string;
  readonly markdown?: string;
}

/**
 * Fills a template that is shown to people: values are text, only its author's marks are marks.
 * @throws ExpressionError
 */
export function renderMarked(template: string, evaluate: (expression: string) => Json): FilledText {
  const parts: WrittenPart[] = [];
  let text = '';
  for (const part of parseTemplate(template)) {
    const value = 'text' in part ? part.text : textOf(evaluate(part.expression));
    parts.push('text' in part ? part : { value });
    text += value;
  }
  // Longer texts are truncated, then escaped as a whole: a variable may hold 64 KB.
  if (text.length > limits.textChars) return { text, markdown: text };
  const markdown = escapeValues(parts);
  return markdown === text ? { text } : { text, markdown };
}

/** A template that is one expression and nothing else keeps the kind of its value, others become text. */
export function renderValue(template: string, evaluate: (expression: string) => Json): Json {
  const [only, ...others] = parseTemplate(template);
  if (only && 'expression' in only && others.length === 0) return evaluate(only.expression);
  return renderTemplate(template, evaluate);
}

/** Returns the end of the expression that begins at `from`: the first `}}` outside of its strings and braces. */
function findClose(template: string, from: number): number {
  let depth = 0;
  let quote: string | null = null;
  for (let at = from; at < template.length; at += 1) {
    const char = template.charAt(at);
    if (quote !== null) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = null;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{') depth += 1;
    else if (char === '}' && depth > 0) depth -= 1;
    else if (char === '}' && template.charAt(at + 1) === '}') return at;
  }
  throw new ExpressionError('{{ is not closed by }}');
}

/**
 * The text in the visitor's language: exactly (`pt-BR`), else without its region (`pt`), else the first that is
 * written.
 */
export function chooseText(text: Text, language: string | undefined): string {
  if (typeof text === 'string') return text;
  return text[languageOfText(text, language) ?? ''] ?? '';
}

/** The language that a visitor is shown a text in; undefined where it is written in one alone. */
export function languageOfText(text: Text, language: string | undefined): string | undefined {
  if (typeof text === 'string') return undefined;
  const wanted = language?.toLowerCase();
  const [base] = wanted?.split('-') ?? [];
  const known = Object.keys(text);
  let exact: string | undefined;
  let general: string | undefined;
  let related: string | undefined;
  for (const key of known) {
    const written = key.toLowerCase();
    if (written === wanted) exact ??= key;
    if (written === base) general ??= key;
    if (written.split('-')[0] === base) related ??= key;
  }
  return exact ?? general ?? related ?? known[0];
}

/** Every text of one, with what it is written under: its language, or nothing. */
export function textsOf(text: Text): { readonly key: string; readonly template: string }[] {
  if (typeof text === 'string') return [{ key: '', template: text }];
  return Object.entries(text).map(([language, template]) => ({ key: `.${language}`, template }));
}
