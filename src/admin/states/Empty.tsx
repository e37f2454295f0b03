import { Card } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says that there is nothing, and what would put something here. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return (
    <Card withBorder radius="md" padding="xl" className="empty">
      {children}
    </Card>
  );
}
