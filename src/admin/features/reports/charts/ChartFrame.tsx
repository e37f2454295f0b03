import { Button, Card, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/DataTable.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { PageLink } from '../../../components/PageHeader.tsx';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import { saveCsv } from '../../../components/save-text.ts';
import { InfoMark } from '../FigureCard.tsx';
import { type ChartData, lineOfPoint, type Point } from './chart-data.ts';

interface ChartFrameProps {
  /** Names the file, and in the address which charts are shown as a table. */
  readonly id: string;
  readonly title: string;
  readonly how: string;
  readonly data: ChartData;
  /** Nothing where the numbers are a table only. */
  readonly children?: ReactNode;
}

/** A chart, the table with the same numbers, how they are counted, and both as a file. */
export function ChartFrame({ id, title, how, data, children }: ChartFrameProps) {
  const { t } = useTranslation('reports');
  const [search, setSearch] = useSearch();
  const asTables = (search.get('table') ?? '').split(' ').filter(Boolean);
  const chosen = children === undefined || asTables.includes(id) ? 'table' : 'chart';
  const choose = (view: 'chart' | 'table') => {
    const others = asTables.filter((one) => one !== id);
    setSearch({ table: [...others, ...(view === 'table' ? [id] : [])].join(' ') || null });
  };
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={title} miw={0}>
      <Group justify="space-between">
        <Group gap={4} wrap="nowrap">
          <Title order={2}>{title}</Title>
          <InfoMark name={title} how={how} />
        </Group>
        <Group gap="xs">
          {children !== undefined && (
            <SegmentedChoice
              label={t('frame.view', { chart: title })}
              names={{ chart: t('frame.chart'), table: t('frame.table') }}
              chosen={chosen}
              onChoose={choose}
            />
          )}
          <Button
            variant="default"
            size="compact-md"
            aria-label={t('frame.csvOf', { chart: title })}
            onClick={() => saveCsv(id, rowsOf(data))}
          >
            {t('frame.csv')}
          </Button>
        </Group>
      </Group>
      {chosen === 'chart' ? (
        children
      ) : (
        <div className="figure-table">
          <TableOf title={title} data={data} />
        </div>
      )}
    </Card>
  );
}

/** The rows of a chart's table, its head first. */
export function rowsOf({ axis, series, points }: ChartData): readonly (readonly string[])[] {
  return [
    [axis, ...series.map(({ name }) => name)],
    ...points.map((point) => [lineOfPoint(point), ...point.cells.map(({ text }) => text)]),
  ];
}

/** A point's name, with the link to the rows behind it. */
export function PointName({ of: { name, detail, path } }: { readonly of: Point }) {
  return (
    <>
      <bdi>{path === undefined ? name : <PageLink path={path}>{name}</PageLink>}</bdi>
      {detail && <bdi className="quiet who-mail">{detail}</bdi>}
    </>
  );
}

interface TableOfProps {
  readonly title: string;
  readonly data: ChartData;
}

/** The numbers of a chart. */
export function TableOf({ title, data: { axis, series, points } }: TableOfProps) {
  return (
    <DataTable
      title={title}
      rows={points}
      keyOf={({ key }) => key}
      columns={[
        { name: axis, cell: (point) => <PointName of={point} /> },
        ...series.map(({ name }, at) => ({
          name,
          isNumber: true,
          cell: ({ cells }: Point) => cells[at]?.text,
        })),
      ]}
    />
  );
}
