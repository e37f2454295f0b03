import type { Language } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/shape.ts';
import type { OutlinedStep } from './read-outline.ts';
import { textsOf } from './texts-of.ts';

/** What a way out of a step is called, in the reader's language; a condition as it is written. */
export function wayName(
  { kind, step }: Pick<OutlinedStep, 'kind' | 'step'>,
  key: string,
  flows: Texts['flows'],
  language: Language,
): string {
  const [, list, n] = /^(choices|branches|tools)\.(\d+)\.\w+$/.exec(key) ?? [];
  const item = list === undefined ? undefined : (step[list] as readonly Record<string, unknown>[])[Number(n)];
  if (list === 'choices') return flows.choice(textsOf(item?.label, language)[0]?.text ?? String(item?.value));
  if (list === 'branches') return String(item?.when);
  if (list === 'tools') return flows.tool;
  const hasChoices = kind === 'question' && step.choices !== undefined && key === 'next';
  return (hasChoices ? flows.ways['question.next'] : flows.ways[key]) ?? key;
}
