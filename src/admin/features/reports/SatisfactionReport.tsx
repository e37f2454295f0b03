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
  const { t, numbers } = useSurroundings();

  const query = useFigures({});
  return (
    <Counted
      query={query}
      what={t('charts.satisfaction')}
      isEmpty={({ total: { csat, nps, resolved } }) => csat.asked + nps.asked + resolved.asked === 0}
    >
      {({ total: { csat, nps, resolved } }) => {
        const data: ChartData = {
          axis: t('axes.answer'),
          series: [
            { id: 'n', name: t('figures.answered'), tone: 'accent' },
            { id: 'share', name: t('figures.satisfied'), tone: 'good' },
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
                name={t('figures.csat')}
                value={numbers.share(csat.good, csat.answered)}
                beside={`${t('figures.mean')} ${csat.mean === null ? t('frame.none') : numbers.count(csat.mean)} · ${t('figures.answered')} ${numbers.share(csat.answered, csat.asked)}`}
                how={t('how.satisfaction')}
              />
              <FigureCard
                name={t('figures.nps')}
                value={nps.score === null || nps.answered < 30 ? t('frame.none') : numbers.count(nps.score)}
                beside={[
                  ...(nps.answered < 30 ? [t('frame.few')] : []),
                  `${t('figures.answered')} ${numbers.share(nps.answered, nps.asked)}`,
                ].join(' · ')}
                how={t('how.nps')}
              />
              <FigureCard
                name={t('figures.resolved')}
                value={numbers.share(resolved.yes, resolved.yes + resolved.no)}
                how={t('how.resolved')}
              />
            </div>
            <ChartFrame
              id="satisfaction"
              title={t('charts.satisfaction')}
              how={t('how.satisfaction')}
              data={data}
            >
              <RankedBars title={t('charts.satisfaction')} data={data} />
            </ChartFrame>
          </Stack>
        );
      }}
    </Counted>
  );
}
