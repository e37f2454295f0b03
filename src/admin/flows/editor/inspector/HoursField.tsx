import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { isObject, type Path } from '../document/document.ts';
import { FaultText } from './FaultText.tsx';
import { useField } from './use-field.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Opening hours, a line for each day: `09:00-12:00, 13:00-18:00`. */
export function HoursField({ label, path }: { readonly label: string; readonly path: Path }) {
  const { fault } = useField(path);
  const { hours } = useEditorTexts();
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      <p className="quiet hint">{hours.hint}</p>
      {days.map((day) => (
        <Day key={day} path={path} day={day} label={hours.days[day]} />
      ))}
      {fault && <FaultText fault={fault} />}
    </fieldset>
  );
}

function Day({ path, day, label }: { readonly path: Path; readonly day: string; readonly label: string }) {
  const week = useField(path);
  const { value, fault } = useField([...path, day], { isWhole: true });
  const [typed, setTyped] = useState<string | null>(null);
  const shown = Array.isArray(value) ? value.join(', ') : '';
  const set = (text: string) => {
    const ranges = text.split(/[,\s]+/).filter(Boolean);
    const others = isObject(week.value) ? Object.entries(week.value).filter(([key]) => key !== day) : [];
    const next = [...others, ...(ranges.length > 0 ? [[day, ranges] as const] : [])];
    week.set(next.length === 0 ? undefined : Object.fromEntries(next));
  };
  return (
    <TextInput
      label={label}
      dir="ltr"
      placeholder="–"
      value={typed ?? shown}
      error={fault && <FaultText fault={fault} />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        set(event.currentTarget.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
