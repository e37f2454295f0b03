import type { RefusalsAnswer } from '../../contract/admin/refusals.ts';
import type { ReportTexts } from '../texts/shape.ts';
import type { ChartData } from './charts/chart-data.ts';
import type { Surroundings } from './overview-data.ts';

/** What was refused, by its reason and by the site that asked: as the table and the file tell it. */
export function refusalsData({ rows }: RefusalsAnswer, { texts, numbers }: Surroundings): ChartData {
  return {
    axis: texts.refusals.reason,
    series: [{ id: 'site', name: texts.refusals.site, tone: 'outside' }, ...countsOf(texts)],
    points: rows.map((row) => ({
      key: `${row.code} ${row.origin}`,
      name: inWords(texts.refusals.reasons, row.code),
      cells: [
        { value: null, text: inWords(texts.refusals.sites, row.origin) },
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
    series: countsOf(surroundings.texts),
    points: points.map(({ cells: [site, ...counts], ...point }) => ({
      ...point,
      // Names are narrow, and nearly all sites are of this scheme.
      name: `${point.name} · ${site?.text.replace(/^https:\/\//, '')}`,
      cells: counts,
    })),
  };
}

const countsOf = ({ refusals }: ReportTexts): ChartData['series'] => [
  { id: 'count', name: refusals.refused, tone: 'bad' },
  { id: 'messages', name: refusals.ofMessages, tone: 'warn' },
];

/** The service may know more words than this page. */
function inWords(texts: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(texts, word) ? (texts[word] ?? word) : word;
}
