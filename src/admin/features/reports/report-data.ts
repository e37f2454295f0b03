import type { TFunction } from 'i18next';
import type { Figures, FiguresAnswer, FiguresRow } from '../../../contract/admin/reports.ts';
import type { Cell, ChartData, Series } from './charts/chart-data.ts';
import type { Numbers, Surroundings } from './formats.ts';

/** The classes of ended conversations, in the order in which a chart stacks them. */
const outcomes = ['flowAlone', 'handedOver', 'abandoned', 'failed'] as const;
const tones = {
  flowAlone: 'good',
  handedOver: 'people',
  abandoned: 'warn',
  failed: 'bad',
  open: 'outside',
} as const;

const outcomeSeries = (t: TFunction<'reports'>): readonly Series[] =>
  outcomes.map((id) => ({ id, name: t(`outcomes.${id}`), tone: tones[id] }));

/** The label of a row of days or hours. */
export function nameOf({ label, key }: FiguresRow, { days }: Surroundings): string {
  if ('at' in label) return days.hourAt(label.at);
  return 'date' in label ? days.day(label.date) : key;
}

/** The conversations that began on a day. */
function pathOf({ label }: FiguresRow, { mayOpen }: Surroundings): { readonly path?: string } {
  return mayOpen && 'date' in label ? { path: `conversations?from=${label.date}&to=${label.date}` } : {};
}

/** Conversations by day or hour and outcome; those that still run stand on top. */
export function outcomesOf({ rows }: FiguresAnswer, all: Surroundings): ChartData {
  const { t, numbers } = all;
  return {
    axis: rows.some(({ label }) => 'at' in label) ? t('axes.hour') : t('axes.day'),
    series: [...outcomeSeries(t), { id: 'open', name: t('outcomes.open'), tone: tones.open }],
    points: rows.map((row) => ({
      key: row.key,
      name: nameOf(row, all),
      cells: [...outcomes, 'open' as const].map((id) => numbers.countCell(row.figures.runs[id])),
      ...pathOf(row, all),
    })),
  };
}

/** The share of each class; few conversations are a gap. */
export function sharesOf({ rows }: FiguresAnswer, all: Surroundings): ChartData {
  const { t, numbers } = all;
  return {
    axis: rows.some(({ label }) => 'at' in label) ? t('axes.hour') : t('axes.day'),
    series: outcomeSeries(t),
    points: rows.map((row) => ({
      key: row.key,
      name: nameOf(row, all),
      cells: shareCells(row.figures, numbers),
    })),
  };
}

const shareCells = ({ runs }: Figures, numbers: Numbers) =>
  outcomes.map((id) => numbers.shareCell(runs[id], runs.ended));

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** When conversations begin: a row for each weekday, a column for each hour. */
export function startsOf({ rows }: FiguresAnswer, { t, days, numbers }: Surroundings) {
  const found = new Map(
    rows.map(({ label, figures }) => [
      'weekday' in label ? `${label.weekday}.${label.hour}` : '',
      figures.runs.started,
    ]),
  );
  const points = weekdays.flatMap((weekday) =>
    hours.map((hour) => ({
      key: `${weekday}.${hour}`,
      name: `${days.weekday(weekday)} ${days.hour(hour)}:00`,
      cells: [numbers.countCell(found.get(`${weekday}.${hour}`) ?? 0)],
    })),
  );
  const series = [{ id: 'started', name: t('figures.conversations'), tone: 'accent' as const }];
  const data: ChartData = { axis: t('axes.time'), series, points };
  return { data, rows: weekdays.map(days.weekday), columns: hours.map(days.hour) };
}

interface Grouping {
  readonly axis: string;
  readonly nameOf: (row: FiguresRow) => string;
  readonly pathOf?: (row: FiguresRow) => string;
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
