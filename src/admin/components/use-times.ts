import { useMemo } from 'react';
import { useLanguage } from '../locales/use-language.ts';

/** Writes times on the user's clock, in the language of the page. */
export function useTimes(): {
  readonly moment: (iso: string) => string;
  readonly clock: (at: string | number) => string;
} {
  const language = useLanguage();
  return useMemo(() => {
    const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    const clocks = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
    return {
      moment: (iso) => moments.format(new Date(iso)),
      clock: (at) => clocks.format(new Date(at)),
    };
  }, [language]);
}
