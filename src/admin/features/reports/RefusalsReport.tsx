import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { RefusalsAnswer } from '../../../contract/admin/reports.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedBars } from './charts/RankedBars.tsx';
import { FigureCard } from './FigureCard.tsx';
import { type Surroundings, useSurroundings } from './formats.ts';
import { refusalsQuery } from './queries.ts';
import { useQuestion, useZoned } from './use-figures.ts';

/** The rejected requests of visitors, by reason and site; they are not in the log. */
export function RefusalsReport() {
  const surroundings = useSurroundings();
  const { numbers, t } = surroundings;
  const { from, to } = useQuestion();
  const query = useZoned(useQuery(refusalsQuery({ from, to })));
  const { keptDays } = query.data?.body ?? {};
  const kept = keptDays === undefined ? '' : t('refusals.notInLog', { count: keptDays });
  return (
    <Counted
      query={query}
      what={t('refusals.title')}
      isEmpty={({ total }) => total.count === 0}
      nothing={(days) => `${t('refusals.nothing', { days })} ${kept}`}
    >
      {(body) => {
        const { total } = body;
        const cards = [
          [t('refusals.messages'), total.messages],
          [t('refusals.otherRequests'), total.count - total.messages],
        ] as const;
        return (
          <Stack gap="lg">
            <Text size="sm" className="quiet">
              {kept}
            </Text>
            <div className="tiles">
              {cards.map(([name, count]) => (
                <FigureCard
                  key={name}
                  name={name}
                  value={numbers.count(count)}
                  beside={t('refusals.atLeast')}
                  how={t('how.refusals')}
                />
              ))}
            </div>
            <ChartFrame
              id="refusals"
              title={t('refusals.title')}
              how={t('how.refusals')}
              data={refusalsData(body, surroundings)}
            >
              <RankedBars title={t('refusals.title')} data={refusalBars(body, surroundings)} />
            </ChartFrame>
          </Stack>
        );
      }}
    </Counted>
  );
}

/** Rejections by reason and site, for the table and the file. */
function refusalsData({ rows }: RefusalsAnswer, { t, numbers }: Surroundings): ChartData {
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
function refusalBars(report: RefusalsAnswer, surroundings: Surroundings): ChartData {
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
