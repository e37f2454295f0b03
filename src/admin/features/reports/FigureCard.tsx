import { ActionIcon, Card, Group, Text, Title, Tooltip } from '@mantine/core';
import IconInfoCircle from '@tabler/icons-react/icons/IconInfoCircle';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Figures } from '../../../contract/admin/reports.ts';
import { unbroken } from './charts/Lines.tsx';
import { fewest, useNumbers } from './formats.ts';

interface Props {
  readonly name: string;
  readonly value: string;
  /** Against the period before: `▲ 8%`. */
  readonly change?: string;
  /** Which direction is good. */
  readonly wanted?: 'more' | 'fewer';
  /** Its parts. */
  readonly beside?: string | undefined;
  readonly how: string;
  readonly went?: readonly (number | null)[];
  readonly children?: ReactNode;
}

/** Shows a number, how it changed and went, and on request how it is counted. */
export function FigureCard({ name, value, change = '', wanted, beside, how, went, children }: Props) {
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={name}>
      <Group gap={4} wrap="nowrap">
        <Title order={2} c="dimmed" fz="sm" fw={500}>
          {name}
        </Title>
        <InfoMark name={name} how={how} />
      </Group>
      <Group gap="xs" align="baseline">
        <Text fz="1.5rem" fw={600} lh="2rem" className="figure-value number">
          {value}
        </Text>
        {change !== '' && (
          <Text size="sm" className={toneOf(change, wanted)}>
            {change}
          </Text>
        )}
      </Group>
      {beside !== undefined && (
        <Text size="sm" className="quiet">
          {beside}
        </Text>
      )}
      {went && <Sparkline values={went} />}
      {children}
    </Card>
  );
}

function toneOf(change: string, wanted: Props['wanted']): string {
  if (!wanted || !/^[▲▼]/.test(change)) return 'quiet';
  return change.startsWith('▲') === (wanted === 'more') ? 'good' : 'bad';
}

const width = 120;
const height = 32;

/** A figure's history without labels: it is beside the figure. */
function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  if (values.filter((value) => value !== null).length < 2) return null;
  const most = Math.max(...values.map((value) => value ?? 0), 0) || 1;
  const isMirrored = document.documentElement.dir === 'rtl';
  const along = (n: number) => {
    const at = 2 + (n / Math.max(1, values.length - 1)) * (width - 4);
    return isMirrored ? width - at : at;
  };
  const up = (value: number) => height - 3 - (value / most) * (height - 6);
  return (
    <svg
      className="sparkline tone-accent"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      {unbroken(values).map((part) => {
        // A lone point is a short dash.
        const ends = part.length === 1 ? [-2, 2] : [0];
        const points = part.flatMap(({ n, value }) => ends.map((by) => `${along(n) + by},${up(value)}`));
        return <polyline key={part[0]?.n} points={points.join(' ')} />;
      })}
    </svg>
  );
}

interface TimeCardProps {
  readonly name: string;
  readonly times: Figures['turnTime'];
  /** In the period before. */
  readonly before?: Figures['turnTime'] | undefined;
  readonly how: string;
  readonly went?: readonly (number | null)[];
}

/** Shows how long something took: the median, beside what nearly all stay below. */
export function TimeCard({ name, times: { n, p50, p95 }, before, how, went }: TimeCardProps) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const canJudge = before && n >= fewest && before.n >= fewest && p50 !== null && before.p50 !== null;
  return (
    <FigureCard
      name={name}
      value={numbers.time(p50)}
      change={canJudge ? numbers.change(p50, before.p50 ?? 0) : ''}
      wanted="fewer"
      beside={p95 === null ? undefined : t('p95', { time: numbers.time(p95) })}
      how={how}
      {...(went && { went })}
    />
  );
}

interface InfoMarkProps {
  /** The figure's name. */
  readonly name: string;
  readonly how: string;
}

const events = { hover: true, focus: true, touch: true };

/** Explains in a tooltip how a figure is counted. */
export function InfoMark({ name, how }: InfoMarkProps) {
  const { t } = useTranslation('reports');
  return (
    <Tooltip label={how} multiline w={280} events={events}>
      <ActionIcon
        variant="transparent"
        color="gray"
        size="xs"
        className="info-mark"
        aria-label={`${t('frame.how')}: ${name}`}
      >
        <IconInfoCircle size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
