import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

interface Props {
  readonly title: string;
  /** At the end of its line: one primary button, and what is seldom wanted. */
  readonly children?: ReactNode;
}

/** The head of a page: its title, and what can be done here. */
export function PageHeader({ title, children }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <PageTitle>{title}</PageTitle>
      <Group gap="xs" wrap="nowrap">
        {children}
      </Group>
    </Group>
  );
}
