import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole } from '../../components/console-context.ts';
import type { Range } from '../../components/day-range.ts';
import { useLanguage } from '../../locales/use-language.ts';
import type { Cell } from './charts/chart-data.ts';

/** Fewer are counted, and not made a share of. @see console.md 6 */
export const fewest = 20;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Number formats in the page's language. */
export function useNumbers() {
  const language = useLanguage();
  const { t } = useTranslation('reports');
  return useMemo(() => {
    const counts = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const wholes = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
    const tenths = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
    // Errors are few, and each counts.
    const percent = (value: number) => (value > 0 && value < 0.1 ? tenths : wholes).format(value);
    const changes = new Intl.NumberFormat(language, {
      style: 'percent',
      maximumFractionDigits: 0,
      signDisplay: 'exceptZero',
    });
    const signed = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
    const dollars = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      maximumSignificantDigits: 3,
    });
    const inUnit = (unit: string, digits: number) =>
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: digits,
      });
    const units = {
      millisecond: inUnit('millisecond', 0),
      second: inUnit('second', 1),
      seconds: inUnit('second', 0),
      minute: inUnit('minute', 0),
      hour: inUnit('hour', 1),
    };
    const time = (ms: number | null) => {
      if (ms === null) return t('frame.none');
      if (ms < second) return units.millisecond.format(ms);
      if (ms < 10 * second) return units.second.format(ms / second);
      if (ms < 2 * minute) return units.seconds.format(ms / second);
      return ms < 2 * hour ? units.minute.format(ms / minute) : units.hour.format(ms / hour);
    };
    const count = (n: number) => counts.format(n);
    const share = (part: number, whole: number) => {
      if (whole === 0) return t('frame.none');
      return whole < fewest
        ? t('frame.of', { part: count(part), whole: count(whole) })
        : percent(part / whole);
    };
    return {
      count,
      time,
      /** With the sign alone, where a language would add whose dollars they are: cards and axes are narrow. */
      dollars: (usd: number) =>
        dollars
          .formatToParts(usd)
          .map(({ type, value }) => (type === 'currency' ? '$' : value))
          .join(''),
      percent: (value: number | null) => (value === null ? t('frame.none') : percent(value)),
      /** A share, or with few to judge by the counts themselves. */
      share,
      /** The same for a chart: few are a gap. */
      shareCell: (part: number, whole: number): Cell => ({
        value: whole < fewest ? null : part / whole,
        text: share(part, whole),
      }),
      countCell: (n: number): Cell => ({ value: n, text: count(n) }),
      timeCell: (ms: number | null): Cell => ({ value: ms, text: time(ms) }),
      /** By how much a count is more than before; empty where there is no judging. */
      change: (now: number, before: number) =>
        before < fewest || now < fewest ? '' : arrow(now - before, changes.format(now / before - 1)),
      /** By how many points a share is more than before. */
      points: (now: number, before: number) =>
        arrow(now - before, t('frame.points', { points: signed.format((now - before) * 100) })),
      interval: (low: number, high: number) =>
        t('frame.points', { points: `${signed.format(low * 100)} … ${signed.format(high * 100)}` }),
      difference: (value: number | null) =>
        value === null ? t('frame.none') : t('frame.points', { points: signed.format(value * 100) }),
    };
  }, [language, t]);
}

export type Numbers = ReturnType<typeof useNumbers>;

/** A difference too small to display has no arrow. */
function arrow(difference: number, text: string): string {
  if (!/[1-9]/.test(text.normalize('NFKC')) && !/[١-٩]/.test(text)) return text;
  return `${difference > 0 ? '▲' : '▼'} ${text}`;
}

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
      /** Days from one to another, or the one that they are. */
      range: ({ from, to }: Range) =>
        long.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
      /** From the time as it stands there: the hour that summer time doubles is there twice. */
      hourAt: (at: string) => `${hours.format(Number(at.slice(11, 13)))}:00`,
      hour: (n: number) => hours.format(n),
      weekday,
    };
  }, [language]);
}

/** The translations and number formats of a chart. */
export interface Surroundings {
  readonly t: TFunction<'reports'>;
  readonly days: ReturnType<typeof useDays>;
  readonly numbers: Numbers;
  /** Whether the user may open the conversations behind a number. */
  readonly mayOpen: boolean;
}

/** The number formats and translations of a report. */
export function useSurroundings(): Surroundings {
  const { t } = useTranslation('reports');
  const days = useDays();
  const numbers = useNumbers();
  return { t, days, numbers, mayOpen: useRole().may('conversations:view') };
}
