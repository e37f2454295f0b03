import type { FiguresRow } from '../../../contract/admin/reports.ts';
import { useSearch } from '../../components/navigation.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { RankedBars } from './charts/RankedBars.tsx';
import { firstOf, groupedData } from './grouped-data.ts';
import { useFigures } from './use-figures.ts';
import { useSurroundings } from './use-surroundings.ts';

/** Conversations by flow; each leads to where people leave it. */
export function FlowsReport() {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const [search] = useSearch();
  const query = useFigures({ group: 'flow' });
  const kept = new URLSearchParams(
    [...search].filter(([name]) => ['range', 'from', 'to', 'channel'].includes(name)),
  );
  const behind = kept.size > 0 ? `?${kept}` : '';
  return (
    <Counted query={query} what={t('charts.flows')} isEmpty={({ total }) => total.runs.started === 0}>
      {(body) => {
        const grouping = {
          axis: t('axes.flow'),
          nameOf: flowOf,
          pathOf: (row: FiguresRow) => `reports/flows/${encodeURIComponent(flowOf(row))}${behind}`,
        };
        const data = groupedData(body, grouping, surroundings);
        return (
          <ChartFrame id="flows" title={t('charts.flows')} how={t('how.channels')} data={data}>
            <RankedBars title={t('charts.flows')} data={firstOf(data)} />
          </ChartFrame>
        );
      }}
    </Counted>
  );
}

const flowOf = ({ label }: FiguresRow) => ('flow' in label ? label.flow : '');
