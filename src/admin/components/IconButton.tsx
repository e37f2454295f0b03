import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that shows an icon, and its label in a tooltip. */
export function IconButton({ label, onClick, children }: Props) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
