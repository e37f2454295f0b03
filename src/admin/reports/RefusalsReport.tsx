import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { refusalsAnswer } from '../../contract/admin/refusals.ts';
import { useQuery } from '../api/use-query.ts';
import { useSearch } from '../app/use-path.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { RankedBars } from './charts/RankedBars.tsx';
import { FigureCard } from './FigureCard.tsx';
import { refusalBars, refusalsData } from './refusals-data.ts';
import { rangeOf, useToday } from './use-range.ts';
import { useSurroundings } from './use-surroundings.ts';

/** Which requests of visitors were refused, and what site asked; none of them is in the log. */
export function RefusalsReport() {
  const surroundings = useSurroundings();
  const { texts, numbers } = surroundings;
  const [search] = useSearch();
  const { today, learnZone } = useToday();
  const query = useQuery('/v1/admin/reports/refusals', refusalsAnswer, { query: rangeOf(search, today) });
  const zone = query.answer?.body.zone;
  useEffect(() => {
    if (zone !== undefined) learnZone(zone);
  });
  return (
    <Counted
      query={query}
      what={texts.charts.refusals}
      isEmpty={({ total }) => total.count === 0}
      nothing={texts.frame.nothingRefused}
    >
      {(body) => {
        const { total, keptDays } = body;
        const cards = [
          [texts.figures.refusedMessages, total.messages],
          [texts.figures.refusedOthers, total.count - total.messages],
        ] as const;
        return (
          <Stack gap="lg">
            <Text size="sm" className="quiet">
              {texts.frame.notInLog(keptDays)}
            </Text>
            <div className="figure-cards">
              {cards.map(([name, count]) => (
                <FigureCard
                  key={name}
                  name={name}
                  value={numbers.count(count)}
                  beside={texts.figures.atLeast}
                  how={texts.how.refusals}
                />
              ))}
            </div>
            <ChartFrame
              id="refusals"
              title={texts.charts.refusals}
              how={texts.how.refusals}
              data={refusalsData(body, surroundings)}
            >
              <RankedBars title={texts.charts.refusals} data={refusalBars(body, surroundings)} />
            </ChartFrame>
          </Stack>
        );
      }}
    </Counted>
  );
}
