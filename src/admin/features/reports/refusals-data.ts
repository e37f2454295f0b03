import type { TFunction } from 'i18next';
import type { RefusalsAnswer } from '../../../contract/admin/refusals.ts';
import type { ChartData } from './charts/chart-data.ts';
import type { Surroundings } from './overview-data.ts';

/** What was refused, by its reason and by the site that asked: as the table and the file tell it. */
export function refusalsData({ rows }: RefusalsAnswer, { t, numbers }: Surroundings): ChartData {
  return {
    axis: t('refusals.reason'),
    series: [{ id: 'site', name: t('refusals.site'), tone: 'outside' }, ...countsOf(t)],
    points: rows.map((row) => ({
      key: `${row.code} ${row.origin}`,
      name: t(`refusals.reasons.${row.code as 'rate_limited'}`, { defaultValue: row.code }),
      cells: [
        { value: null, text: t(`refusals.sites.${row.origin as 'others'}`, { defaultValue: row.origin }) },
        numbers.countCell(row.count),
        numbers.countCell(row.messages),
      ],
    })),
  };
}

/** The same as bars, each with both in its name. */
export function refusalBars(report: RefusalsAnswer, surroundings: Surroundings): ChartData {
  const { points, ...data } = refusalsData(report, surroundings);
  return {
    ...data,
    series: countsOf(surroundings.t),
    points: points.map(({ cells: [site, ...counts], ...point }) => ({
      ...point,
      // Names are narrow, and nearly all sites are of this scheme.
      name: `${point.name} · ${site?.text.replace(/^https:\/\//, '')}`,
      cells: counts,
    })),
  };
}

const countsOf = (t: TFunction<'reports'>): ChartData['series'] => [
  { id: 'count', name: t('refusals.refused'), tone: 'bad' },
  { id: 'messages', name: t('refusals.ofMessages'), tone: 'warn' },
];
