import { useInterval } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useLanguage } from '../locales/use-language.ts';

interface Props {
  /** ISO 8601. */
  readonly at: string;
}

const minuteMs = 60_000;

/** A relative time, with the full time on hover. */
export function RelativeTime({ at }: Props) {
  const language = useLanguage();
  const { moment } = useTimes();
  const [nowMs, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), minuteMs / 2, { autoInvoke: true });
  const format = useMemo(
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
    [language],
  );
  const full = moment(at);
  return (
    <time dateTime={at} title={full} lang={language} className="relative-time">
      {relativeOf(format, Date.parse(at) - nowMs) ?? full}
    </time>
  );
}

const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Null above a month, where a date is clearer. */
function relativeOf(format: Intl.RelativeTimeFormat, ms: number): string | null {
  const far = Math.abs(ms);
  if (far < minuteMs) return format.format(0, 'second');
  if (far < hourMs) return format.format(Math.trunc(ms / minuteMs), 'minute');
  if (far < dayMs) return format.format(Math.trunc(ms / hourMs), 'hour');
  return far < 30 * dayMs ? format.format(Math.trunc(ms / dayMs), 'day') : null;
}

/** Writes times on the user's clock, in the language of the page. */
export function useTimes() {
  const language = useLanguage();
  return useMemo(() => {
    const written = (style: keyof typeof styles) => (at: string | number) =>
      formatOf(language, style).format(new Date(at));
    return { day: written('day'), moment: written('moment'), clock: written('clock') };
  }, [language]);
}

const styles = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  clock: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** One format for all of a page, made when it is first used: each takes milliseconds. */
function formatOf(language: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${language} ${style}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, styles[style]);
  formats.set(key, format);
  return format;
}
