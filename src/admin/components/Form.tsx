import { Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props extends StackProps {
  readonly onSend: () => unknown;
  readonly children: ReactNode;
}

/** A form whose fields stand below one another; sending it does not leave the page. */
export function Form({ onSend, ...rest }: Props) {
  return (
    <Stack
      component="form"
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend();
      }}
    />
  );
}
