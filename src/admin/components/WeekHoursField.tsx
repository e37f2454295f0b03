import { TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { type WeekHours, weekHours } from '../../contract/handoff-settings.ts';
import { findReversedHours } from '../../contract/queues.ts';
import { weekdays } from '../../contract/weekdays.ts';
import { useLanguage } from '../locales/use-language.ts';

const monday = Date.UTC(2024, 0, 1);
const dayMs = 24 * 60 * 60_000;

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly value: WeekHours;
  /** What is wrong with a day that is not written as hours. */
  readonly wrong: string;
  readonly disabled?: boolean;
  readonly onSet: (hours: WeekHours) => void;
}

/** Business hours, a line per day: `09:00-12:00, 13:00-18:00`. */
export function WeekHoursField({ label, hint, value, wrong, disabled = false, onSet }: Props) {
  const language = useLanguage();
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
          ranges={value[day]}
          error={areHours({ [day]: value[day] }) ? null : wrong}
          disabled={disabled}
          onSet={(ranges) => {
            const { [day]: _, ...others } = value;
            onSet(ranges.length > 0 ? { ...others, [day]: [...ranges] } : others);
          }}
        />
      ))}
    </fieldset>
  );
}

/** Whether all days are written as hours that end after they begin. */
export function areHours(hours: WeekHours): boolean {
  return weekHours.safeParse(hours).success && findReversedHours(hours).length === 0;
}

interface DayHoursProps {
  readonly label: string;
  readonly ranges: unknown;
  readonly error: ReactNode;
  readonly disabled?: boolean;
  readonly onSet: (ranges: readonly string[]) => void;
}

/** Opening hours of one day, as they are typed: `09:00-12:00, 13:00-18:00`. */
export function DayHours({ label, ranges, error, disabled = false, onSet }: DayHoursProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      className="day-hours"
      dir="ltr"
      placeholder="–"
      value={typed ?? (Array.isArray(ranges) ? ranges.join(', ') : '')}
      error={error}
      disabled={disabled}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onSet(value.split(/[,\s]+/).filter(Boolean));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
