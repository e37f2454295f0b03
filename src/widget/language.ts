import type { Texts } from './texts/text.ts';

/** The language that a widget speaks. */
export interface Language {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
  /** A text with its number, in the digits of the language. */
  count(text: keyof Texts, n: number): string;
  time(timestamp: string): string;
  /** The day of a moment: today, yesterday, or its date. */
  day(timestamp: string): string;
}
