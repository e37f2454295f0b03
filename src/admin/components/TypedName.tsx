import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface TypedNameProps {
  readonly label: string;
  /** What is to be typed, where the label does not say it. */
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Where the name of what can't be taken back is typed. */
export function TypedName({ label, description, value, onChange }: TypedNameProps) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      dir="ltr"
    />
  );
}
