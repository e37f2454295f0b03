import { Card, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { unbroken } from './charts/Lines.tsx';
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

const width = 120;
const height = 28;

/** How a figure went, without names: the figure beside it says what it is. */
function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const most = Math.max(...values.map((value) => value ?? 0), 0) || 1;
  const isMirrored = document.documentElement.dir === 'rtl';
  const along = (n: number) => {
    const at = 2 + (n / Math.max(1, values.length - 1)) * (width - 4);
    return isMirrored ? width - at : at;
  };
  const up = (value: number) => height - 3 - (value / most) * (height - 6);
  return (
    <svg className="sparkline tone-accent" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {unbroken(values).map((part) =>
        part.length === 1 && part[0] ? (
          <circle key={part[0].n} cx={along(part[0].n)} cy={up(part[0].value)} r="2" />
        ) : (
          <polyline
            key={part[0]?.n}
            points={part.map(({ n, value }) => `${along(n)},${up(value)}`).join(' ')}
          />
        ),
      )}
    </svg>
  );
}
