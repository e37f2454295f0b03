import { TextInput } from '@mantine/core';
import type { Path } from '../document/document.ts';
import { ProblemText } from './ProblemText.tsx';
import { useField } from './use-field.ts';

interface Props {
  readonly path: Path;
  readonly label: string;
  readonly description?: string;
}

/** A number field. Text that is not a number is kept as typed and reported as a problem. */
export function NumberField({ path, label, description }: Props) {
  const { value, set, fault, onLeave } = useField(path);
  return (
    <TextInput
      {...{ label, description }}
      inputMode="decimal"
      dir="ltr"
      value={value === undefined ? '' : String(value)}
      error={fault && <ProblemText fault={fault} />}
      onChange={({ currentTarget: { value: text } }) => {
        if (text === '') set(undefined);
        else set(/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
      }}
      onBlur={onLeave}
    />
  );
}
