import { useMemo } from 'react';
import { weekdays } from '../../../contract/weekdays.ts';
import { DayHours } from '../../components/DayHours.tsx';
import { useLanguage } from '../../locales/use-language.ts';
import { type HoursOfDays, isHoursOfDays } from './edits.ts';

/** A Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 24 * 60 * 60_000;

/** When humans answer, a line for each day. */
export function HoursField({
  label,
  hint,
  value,
  wrong,
  isLocked,
  onSet,
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: unknown;
  /** What is said of a day that isn't right, by its path within. */
  readonly wrong: (day: string) => string | null;
  readonly isLocked: boolean;
  readonly onSet: (hours: HoursOfDays | null) => void;
}) {
  const language = useLanguage();
  const hours = isHoursOfDays(value) ? value : {};
  const nameOf = useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    return (n: number) => format.format(monday + n * dayMs);
  }, [language]);
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      <p className="quiet hint">{hint}</p>
      {weekdays.map((day, n) => (
        <DayHours
          key={day}
          label={nameOf(n)}
          ranges={hours[day]}
          error={wrong(day)}
          disabled={isLocked}
          onSet={(ranges) => {
            const { [day]: _, ...others } = hours;
            const next = ranges.length > 0 ? { ...others, [day]: ranges } : others;
            onSet(Object.keys(next).length > 0 ? next : null);
          }}
        />
      ))}
    </fieldset>
  );
}
