import { Card, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** At the end of its head. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a titled part of the home page on a card of its own. */
export function HomeSection({ title, aside, children }: Props) {
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2}>{title}</Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}
