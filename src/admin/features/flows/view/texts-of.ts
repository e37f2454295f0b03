import type { Language } from '../../../locales/i18n.ts';

/** A text of a flow in one language. */
export interface SaidText {
  readonly language: string | null;
  readonly text: string;
}

/** A text of a flow, the reader's language first; empty when it is none. */
export function textsOf(value: unknown, reader: Language): readonly SaidText[] {
  if (typeof value === 'string') return [{ language: null, text: value }];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const texts = Object.entries(value).map(([language, text]) => ({ language, text: String(text) }));
  return [
    ...texts.filter((one) => one.language === reader),
    ...texts.filter((one) => one.language !== reader),
  ];
}
