import { useInterval } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useLanguage } from '../locales/use-language.ts';
import { useTimes } from './use-times.ts';

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
