import { useTranslation } from 'react-i18next';
import { weekdays } from '../../../../contract/weekdays.ts';
import { DayHours } from '../../../components/DayHours.tsx';
import { isObject, type Path } from '../document/document.ts';
import { FaultText } from './FaultText.tsx';
import { useField } from './use-field.ts';

/** Opening hours, a line for each day: `09:00-12:00, 13:00-18:00`. */
export function HoursField({ label, path }: { readonly label: string; readonly path: Path }) {
  const { fault } = useField(path);
  const { t } = useTranslation('editor');
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      <p className="quiet hint">{t('hours.hint')}</p>
      {weekdays.map((day) => (
        <Day key={day} path={path} day={day} label={t(`hours.days.${day}`)} />
      ))}
      {fault && <FaultText fault={fault} />}
    </fieldset>
  );
}

function Day({ path, day, label }: { readonly path: Path; readonly day: string; readonly label: string }) {
  const week = useField(path);
  const { value, fault } = useField([...path, day], { isWhole: true });
  const set = (ranges: readonly string[]) => {
    const others = isObject(week.value) ? Object.entries(week.value).filter(([key]) => key !== day) : [];
    const next = [...others, ...(ranges.length > 0 ? [[day, ranges] as const] : [])];
    week.set(next.length === 0 ? undefined : Object.fromEntries(next));
  };
  return <DayHours label={label} ranges={value} error={fault && <FaultText fault={fault} />} onSet={set} />;
}
