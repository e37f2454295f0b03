import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** The color of a state. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

const colors: Readonly<Record<Tone, string>> = { good: 'green', warn: 'orange', bad: 'red', quiet: 'gray' };

interface Props {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** The state of something: a word and a dot, in the tone of the state. */
export function StatusBadge({ tone, children }: Props) {
  return (
    <Badge color={colors[tone]} className="status-badge" leftSection={<span className="status-dot" />}>
      {children}
    </Badge>
  );
}
