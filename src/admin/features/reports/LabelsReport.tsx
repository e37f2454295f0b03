import { useQuery } from '@tanstack/react-query';
import type { LabelsAnswer } from '../../../contract/admin/reports.ts';
import { useSearch } from '../../components/navigation.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedBars } from './charts/RankedBars.tsx';
import { type Surroundings, useSurroundings } from './formats.ts';
import { labelsQuery } from './queries.ts';
import { questionOf, rangeOf, useLearnedZone, useToday } from './use-figures.ts';

/** Conversations by label. */
export function LabelsReport() {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const [search] = useSearch();
  const { today, learnZone } = useToday();
  const query = useQuery(labelsQuery(questionOf(search, rangeOf(search, today))));
  useLearnedZone(query.data?.body.zone, learnZone);
  return (
    <Counted
      query={query}
      what={t('labels.title')}
      isEmpty={({ labels }) => labels.length === 0}
      nothing={(from, to) => t('labels.nothing', { from, to })}
    >
      {(body) => {
        const data = labelsData(body, surroundings);
        return (
          <ChartFrame id="labels" title={t('labels.title')} how={t('how.labels')} data={data}>
            <RankedBars title={t('labels.title')} data={data} />
          </ChartFrame>
        );
      }}
    </Counted>
  );
}

function labelsData({ labels, started }: LabelsAnswer, { t, numbers }: Surroundings): ChartData {
  return {
    axis: t('labels.axis'),
    series: [
      { id: 'runs', name: t('labels.runs'), tone: 'accent' },
      { id: 'share', name: t('labels.share'), tone: 'good' },
    ],
    points: labels.map(({ id, name, runs }) => ({
      key: id,
      name: name ?? t('labels.deleted', { id }),
      cells: [numbers.countCell(runs), numbers.shareCell(runs, started)],
    })),
  };
}
