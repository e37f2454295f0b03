import { useMemo } from 'react';
import { useLanguage } from '../locales/use-language.ts';

/** Writes times on the user's clock, in the language of the page. */
export function useTimes(): {
  readonly moment: (iso: string) => string;
  readonly clock: (at: string | number) => string;
  readonly day: (iso: string) => string;
} {
  const language = useLanguage();
  return useMemo(() => {
    const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    const clocks = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
    const days = new Intl.DateTimeFormat(language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    return {
      day: (iso) => days.format(new Date(iso)),
      moment: (iso) => moments.format(new Date(iso)),
      clock: (at) => clocks.format(new Date(at)),
    };
  }, [language]);
}
