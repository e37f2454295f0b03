import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/ar';
import 'dayjs/locale/de';
import 'dayjs/locale/fr';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../locales/use-language.ts';

interface Props {
  /** Days as `2026-05-01`. */
  readonly from: string | null;
  readonly to: string | null;
  readonly max: string;
  readonly onSet: (from: string, to: string) => void;
}

/** A calendar in which a first and a last day are selected. */
export function RangeCalendar({ from, to, max, onSet }: Props) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const [days, setDays] = useState<[string | null, string | null]>([from, to]);
  const [previous, next] = [t('range.previous'), t('range.next')];
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      value={days}
      onChange={(chosen) => {
        setDays(chosen);
        const [first, last] = chosen;
        if (first !== null && last !== null) onSet(first, last);
      }}
      defaultDate={to ?? max}
      maxDate={max}
      maxLevel="year"
      locale={language}
      weekendDays={[]}
      ariaLabels={{ previousMonth: previous, nextMonth: next, previousYear: previous, nextYear: next }}
    />
  );
}
