import { Card, Stack } from '@mantine/core';
import IconInbox from '@tabler/icons-react/icons/IconInbox';
import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/** Shown instead of an empty list, with what would fill it. */
export function EmptyState({ children }: Props) {
  return (
    <Card withBorder radius="md" padding="xl" className="empty">
      <Stack align="center" gap="xs">
        <IconInbox size={32} stroke={1.5} aria-hidden className="quiet" />
        {children}
      </Stack>
    </Card>
  );
}
