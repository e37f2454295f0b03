import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';

/** The field for a message's text, as long as the page's server accepts. */
export function MessageField(props: TextInputProps & { readonly ref?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      aria-label="Message"
      placeholder="Message"
      autoComplete="off"
      maxLength={4096}
      required
      flex={1}
      {...props}
    />
  );
}
