import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly label: string;
  readonly ranges: unknown;
  readonly error: ReactNode;
  readonly disabled?: boolean;
  readonly onSet: (ranges: readonly string[]) => void;
}

/** Opening hours of one day, as they are typed: `09:00-12:00, 13:00-18:00`. */
export function DayHours({ label, ranges, error, disabled = false, onSet }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
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
