import type { Texts } from './texts/text.ts';

/** A widget's language. */
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
