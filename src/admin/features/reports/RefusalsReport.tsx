import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearch } from '../../components/navigation.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { RankedBars } from './charts/RankedBars.tsx';
import { FigureCard } from './FigureCard.tsx';
import { refusalsQuery } from './queries.ts';
import { refusalBars, refusalsData } from './refusals-data.ts';
import { rangeOf, useToday } from './use-range.ts';
import { useSurroundings } from './use-surroundings.ts';

/** Which requests of visitors were refused, and what site asked; none of them is in the log. */
export function RefusalsReport() {
  const surroundings = useSurroundings();
  const { numbers, t } = surroundings;

  const [search] = useSearch();
  const { today, learnZone } = useToday();
  const query = useQuery(refusalsQuery(rangeOf(search, today)));
  const { zone, keptDays } = query.data?.body ?? {};
  useEffect(() => {
    if (zone !== undefined) learnZone(zone);
  });
  const kept = keptDays === undefined ? '' : t('refusals.notInLog', { count: keptDays });
  return (
    <Counted
      query={query}
      what={t('refusals.title')}
      isEmpty={({ total }) => total.count === 0}
      nothing={(from, to) => `${t('refusals.nothing', { from, to })} ${kept}`}
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
            <div className="figure-cards">
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
