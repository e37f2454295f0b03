import { useMemo } from 'react';
import { useLanguage } from '../../locales/use-language.ts';

/** The formats of a report's days, hours and weekdays, in the tenant's time zone. */
export function useDays() {
  const language = useLanguage();
  return useMemo(() => {
    const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const long = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    const weekdays = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
    const hours = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });
    // 2024 began on a Monday.
    const weekday = (n: number) => weekdays.format(new Date(Date.UTC(2024, 0, n)));
    return {
      day: (date: string) => days.format(new Date(`${date}T00:00:00Z`)),
      longDay: (date: string) => long.format(new Date(`${date}T00:00:00Z`)),
      /** From the time as it stands there: the hour that summer time doubles is there twice. */
      hourAt: (at: string) => `${hours.format(Number(at.slice(11, 13)))}:00`,
      hour: (n: number) => hours.format(n),
      weekday,
    };
  }, [language]);
}
