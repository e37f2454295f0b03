import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { ChartData, Tone } from './charts/chart-data.ts';
import { nameOf, type Surroundings } from './overview-data.ts';

const tones: readonly Tone[] = ['accent', 'people', 'good', 'warn', 'outside'];
const others = { id: 'others', tone: 'bad' } as const;

/** What each day cost by its parts: the dearest of the range by their names, the rest together. */
export function costsData({ rows, costs = [] }: FiguresAnswer, all: Surroundings): ChartData {
  const { t, numbers } = all;
  const named = costs.slice(0, tones.length);
  const hasOthers = costs.length > named.length;
  const cell = (usd: number) => ({ value: usd, text: numbers.dollars(usd) });
  return {
    axis: rows.some(({ label }) => 'at' in label) ? t('axes.hour') : t('axes.day'),
    series: [
      ...named.map(({ of }, n) => ({ id: of, name: of, tone: tones[n] ?? 'accent' })),
      ...(hasOthers ? [{ ...others, name: t('figures.others') }] : []),
    ],
    points: rows.map((row) => {
      const usdOf = (of: string) => row.costs?.find((one) => one.of === of)?.usd ?? 0;
      const shown = named.map(({ of }) => usdOf(of));
      const rest = row.figures.costUsd - shown.reduce((sum, usd) => sum + usd, 0);
      return {
        key: row.key,
        name: nameOf(row, all),
        cells: [...shown, ...(hasOthers ? [Math.max(0, rest)] : [])].map(cell),
      };
    }),
  };
}
