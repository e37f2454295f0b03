import { Card, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sparkline } from './charts/Sparkline.tsx';
import { InfoMark } from './InfoMark.tsx';

/** One number, how it has changed, how it went, and how it is counted. */
export function FigureCard({
  name,
  value,
  change = '',
  beside,
  how,
  went,
  children,
}: {
  readonly name: string;
  readonly value: string;
  readonly change?: string;
  /** What it is made of. */
  readonly beside?: string | undefined;
  readonly how: string;
  readonly went?: readonly (number | null)[];
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('reports');
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={name}>
      <Title order={2} size="h5" className="quiet">
        {name}
      </Title>
      <Text className="figure-value">{value}</Text>
      {[change, beside].filter(Boolean).map((line) => (
        <Text key={line} size="sm" className="quiet">
          {line}
        </Text>
      ))}
      {went && <Sparkline values={went} />}
      <details className="details figure-how">
        <summary aria-label={`${t('frame.how')}: ${name}`}>
          <InfoMark />
        </summary>
        <p className="quiet">{how}</p>
      </details>
      {children}
    </Card>
  );
}
