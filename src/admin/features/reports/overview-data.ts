import type { TFunction } from 'i18next';
import type { Figures, FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { ChartData, Series } from './charts/chart-data.ts';
import type { useDays } from './use-days.ts';
import type { Numbers } from './use-numbers.ts';

/** The translations and number formats of a chart. */
export interface Surroundings {
  readonly t: TFunction<'reports'>;
  readonly days: ReturnType<typeof useDays>;
  readonly numbers: Numbers;
  /** Whether the user may open the conversations behind a number. */
  readonly mayOpen: boolean;
}

/** The classes of ended conversations, in the order in which a chart stacks them. */
export const outcomes = ['flowAlone', 'handedOver', 'abandoned', 'failed'] as const;
const tones = {
  flowAlone: 'good',
  handedOver: 'people',
  abandoned: 'warn',
  failed: 'bad',
  open: 'outside',
} as const;

export const outcomeSeries = (t: TFunction<'reports'>): readonly Series[] =>
  outcomes.map((id) => ({ id, name: t(`outcomes.${id}`), tone: tones[id] }));

type Row = FiguresAnswer['rows'][number];

/** The label of a row of days or hours. */
export function nameOf({ label, key }: Row, { days }: Surroundings): string {
  if ('at' in label) return days.hourAt(label.at);
  return 'date' in label ? days.day(label.date) : key;
}

/** The conversations that began on a day. */
function pathOf({ label }: Row, { mayOpen }: Surroundings): { readonly path?: string } {
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

export const shareCells = ({ runs }: Figures, numbers: Numbers) =>
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
