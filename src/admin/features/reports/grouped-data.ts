import type { TFunction } from 'i18next';
import type { Figures, FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Cell, ChartData } from './charts/chart-data.ts';
import { type Surroundings, shareCells } from './overview-data.ts';
import type { Numbers } from './use-numbers.ts';

type Row = FiguresAnswer['rows'][number];

interface Grouping {
  readonly axis: string;
  readonly nameOf: (row: Row) => string;
  readonly pathOf?: (row: Row) => string;
}

/** Conversations of each group, the most first, and how they ended. */
export function groupedData(
  { rows }: FiguresAnswer,
  { axis, nameOf, pathOf }: Grouping,
  { t, numbers }: Surroundings,
): ChartData {
  return {
    axis,
    series: [
      { id: 'started', name: t('figures.conversations'), tone: 'accent' },
      { id: 'flowAlone', name: t('figures.flowAlone'), tone: 'good' },
      { id: 'handedOver', name: t('figures.handedOver'), tone: 'people' },
      { id: 'abandoned', name: t('figures.abandoned'), tone: 'warn' },
      { id: 'failed', name: t('figures.failed'), tone: 'bad' },
      { id: 'visitors', name: t('figures.visitors'), tone: 'outside' },
    ],
    points: rows
      .toSorted((a, b) => b.figures.runs.started - a.figures.runs.started)
      .map((row) => ({
        key: row.key,
        name: nameOf(row),
        cells: [
          numbers.countCell(row.figures.runs.started),
          ...shareCells(row.figures, numbers),
          visitorsCell(row.figures, numbers, t),
        ],
        ...(pathOf && { path: pathOf(row) }),
      })),
  };
}

/** The number of distinct visitors, marked if it is estimated. */
export function visitorsCell({ visitors }: Figures, numbers: Numbers, t: TFunction<'reports'>): Cell {
  const { distinct, exact } = visitors;
  if (distinct === null) return { value: null, text: t('frame.none') };
  return { value: distinct, text: `${exact ? '' : '≈ '}${numbers.count(distinct)}` };
}

/** The first series, for a bar chart; the table has all of them. */
export const firstOf = (data: ChartData, most = 2): ChartData => ({
  ...data,
  series: data.series.slice(0, most),
  points: data.points.map((point) => ({ ...point, cells: point.cells.slice(0, most) })),
});
