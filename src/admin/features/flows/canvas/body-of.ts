import type { Language } from '../../../locales/i18n.ts';
import type { OutlinedStep } from '../view/read-outline.ts';
import { textsOf } from '../view/texts-of.ts';

/** What a card says of a step beside its kind, its id and its ways. */
export interface Body {
  /** Said to the visitor, or to the model. */
  readonly text: string | null;
  /** Short ones, each a line of its own; in no language. */
  readonly facts: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const factsOf: Readonly<Record<string, (step: Json, language: Language) => readonly unknown[]>> = {
  question: ({ saveAs }) => [typeof saveAs === 'string' && `→ ${saveAs}`],
  set: ({ assign }) => pairs(assign),
  http: ({ method, url }) => [`${text(method) || 'GET'} ${text(url).replace(/^https?:\/\//, '')}`],
  llm: ({ model, saveAs }) => [model, typeof saveAs === 'string' && `→ ${saveAs}`],
  handoff: ({ queue, reason }) => [queue, reason],
  wait: ({ minutes }, language) => [typeof minutes === 'number' && duration(minutes, language)],
  call: ({ flow, input, saveAs }) => [flow, ...pairs(input), ...pairs(saveAs)],
};

const factsMost = 3;

/** @see console.md 4 "Steps on the canvas" */
export function bodyOf({ kind, step }: OutlinedStep, language: Language): Body {
  const said = kind === 'llm' ? text(step.system).split('\n')[0] : textsOf(step.text, language)[0]?.text;
  const facts = factsOf[kind]?.(step, language) ?? [];
  return { text: said || null, facts: facts.flatMap((fact) => text(fact) || []).slice(0, factsMost) };
}

function pairs(values: unknown): string[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).map(([name, expression]) => `${name} = ${String(expression)}`);
}

/** In the largest unit that says it in a whole number. */
function duration(minutes: number, language: Language): string {
  const [unit, value] =
    minutes % 1440 === 0
      ? (['day', minutes / 1440] as const)
      : minutes % 60 === 0
        ? (['hour', minutes / 60] as const)
        : (['minute', minutes] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
