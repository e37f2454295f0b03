import type { TFunction } from 'i18next';
import type { StepKind } from '../../../../contract/flow.ts';
import type { Language } from '../../../locales/i18n.ts';
import type { OutlinedStep } from '../../editor/document/outline.ts';

/** Returns the name of a connection in the user's language; a condition as written. */
export function connectionName(
  { kind, step }: Pick<OutlinedStep, 'kind' | 'step'>,
  key: string,
  t: TFunction<'flows'>,
  language: Language,
): string {
  const [, list, n] = /^(choices|branches|tools)\.(\d+)\.\w+$/.exec(key) ?? [];
  const item = list === undefined ? undefined : (step[list] as readonly Record<string, unknown>[])[Number(n)];
  if (list === 'choices') {
    const label = textsOf(item?.label, language)[0]?.text ?? String(item?.value);
    return textOnce(t, 'choice', () => t('choice', { label: '\n' })).replace('\n', () => label);
  }
  if (list === 'branches') return String(item?.when);
  if (list === 'tools') return t('tool');
  const hasChoices = kind === 'question' && step.choices !== undefined && key === 'next';
  const name = hasChoices ? 'question.next' : (key as 'next');
  return textOnce(t, name, () => t(`ways.${name}`, { defaultValue: key }));
}

const texts = new WeakMap<TFunction<'flows'>, Map<string, string>>();

/** Asks for a text once for all cards: a canvas of 200 steps needs a thousand, and i18next takes tens of µs for each. */
function textOnce(t: TFunction<'flows'>, key: string, translate: () => string): string {
  const known = texts.get(t) ?? new Map<string, string>();
  texts.set(t, known);
  const text = known.get(key) ?? translate();
  known.set(key, text);
  return text;
}

/** The text for a connection without a target: a choice without its own leads where any other answer does. */
export function openWayText(key: string): 'editor:way.open' | 'editor:way.asOther' {
  return /^choices\.\d+\.next$/.test(key) ? 'editor:way.asOther' : 'editor:way.open';
}

/** Returns what a step type is called; a flow may have types that this console does not know. */
export function stepTypeName(kind: string, t: TFunction<'flows'>): string {
  return textOnce(t, `kinds.${kind}`, () =>
    t(`kinds.${kind as StepKind}`, { defaultValue: t('unknownKind') }),
  );
}

/** A text of a flow in one language. */
interface MessageText {
  readonly language: string | null;
  readonly text: string;
}

/** A text of a flow, the reader's language first; empty when it is none. */
export function textsOf(value: unknown, reader: Language): readonly MessageText[] {
  if (typeof value === 'string') return [{ language: null, text: value }];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const texts = Object.entries(value).map(([language, text]) => ({ language, text: String(text) }));
  return [
    ...texts.filter((one) => one.language === reader),
    ...texts.filter((one) => one.language !== reader),
  ];
}
