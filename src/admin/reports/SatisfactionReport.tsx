import { Stack } from '@mantine/core';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedBars } from './charts/RankedBars.tsx';
import { FigureCard } from './FigureCard.tsx';
import { useFigures } from './use-figures.ts';
import { useSurroundings } from './use-surroundings.ts';

/** What visitors answered when they were asked how it was. */
export function SatisfactionReport() {
  const { texts, numbers } = useSurroundings();
  const { figures, how, charts } = texts;
  const query = useFigures({});
  return (
    <Counted
      query={query}
      what={charts.satisfaction}
      isEmpty={({ total: { csat, nps, resolved } }) => csat.asked + nps.asked + resolved.asked === 0}
    >
      {({ total: { csat, nps, resolved } }) => {
        const data: ChartData = {
          axis: texts.axes.answer,
          series: [
            { id: 'n', name: figures.answered, tone: 'accent' },
            { id: 'share', name: figures.satisfied, tone: 'good' },
          ],
          points: [5, 4, 3, 2, 1].map((answer) => {
            const n = csat.answers[answer - 1] ?? 0;
            return {
              key: String(answer),
              name: numbers.count(answer),
              cells: [numbers.countCell(n), numbers.shareCell(n, csat.answered)],
            };
          }),
        };
        return (
          <Stack gap="lg">
            <div className="figure-cards">
              <FigureCard
                name={figures.csat}
                value={numbers.share(csat.good, csat.answered)}
                beside={`${figures.mean} ${csat.mean === null ? texts.frame.none : numbers.count(csat.mean)} · ${figures.answered} ${numbers.share(csat.answered, csat.asked)}`}
                how={how.satisfaction}
              />
              <FigureCard
                name={figures.nps}
                value={nps.score === null || nps.answered < 30 ? texts.frame.none : numbers.count(nps.score)}
                beside={[
                  ...(nps.answered < 30 ? [texts.frame.few] : []),
                  `${figures.answered} ${numbers.share(nps.answered, nps.asked)}`,
                ].join(' · ')}
                how={how.nps}
              />
              <FigureCard
                name={figures.resolved}
                value={numbers.share(resolved.yes, resolved.yes + resolved.no)}
                how={how.resolved}
              />
            </div>
            <ChartFrame id="satisfaction" title={charts.satisfaction} how={how.satisfaction} data={data}>
              <RankedBars title={charts.satisfaction} data={data} />
            </ChartFrame>
          </Stack>
        );
      }}
    </Counted>
  );
}
