import { TextInput, type TextInputProps } from '@mantine/core';
import { limits } from '../../contract/limits.ts';

/** The ID of something new, as it stands in addresses and in the API. */
export function IdField(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      maxLength={limits.identifierChars}
      pattern="[A-Za-z0-9_\-]+"
      autoComplete="off"
      dir="ltr"
      required
    />
  );
}
