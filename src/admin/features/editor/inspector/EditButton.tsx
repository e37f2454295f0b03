import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsReadOnly } from '../store/editor-context.ts';

interface Props {
  readonly onClick: () => void;
  /** The accessible name of an icon without text. */
  readonly name?: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A button that changes the flow: a text, or a sign with a name. Absent where the flow is only read. */
export function EditButton({ name, children, ...rest }: Props) {
  if (useIsReadOnly()) return null;
  return name === undefined ? (
    <Button variant="default" size="compact-md" {...rest}>
      {children}
    </Button>
  ) : (
    <ActionIcon variant="subtle" color="gray" aria-label={name} {...rest}>
      {children}
    </ActionIcon>
  );
}
