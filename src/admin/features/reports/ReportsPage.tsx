import { Stack, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlowTitle } from '../../api/use-all-flows.ts';
import { useSearch } from '../../components/navigation.ts';
import { PageTitle } from '../../components/PageHeader.tsx';
import { PageTabs } from '../../components/Tabs.tsx';
import { CostReport } from './CostReport.tsx';
import { AgentsReport, HandoffsReport } from './HandoffsReport.tsx';
import { LabelsReport, OverviewReport } from './OverviewReport.tsx';
import { RefusalsReport } from './RefusalsReport.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { VersionsReport } from './VersionsReport.tsx';
import './reports.css';
import type { FiguresAnswer, FiguresRow } from '../../../contract/admin/reports.ts';
import { FlowHeader } from '../flows/FlowHeader.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { Counted } from './Counted.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedChart, RankedReport } from './charts/RankedBars.tsx';
import { FigureCard } from './FigureCard.tsx';
import { FlowReport } from './FlowReport.tsx';
import { useSurroundings } from './formats.ts';
import { groupedData } from './report-data.ts';
import { useFigures } from './use-figures.ts';

const flowOf = ({ label }: FiguresRow) => ('flow' in label ? label.flow : '');

const reports = {
  overview: OverviewReport,
  flows: FlowsReport,
  versions: VersionsReport,
  channels: ChannelsReport,
  handoffs: HandoffsReport,
  agents: AgentsReport,
  labels: LabelsReport,
  satisfaction: SatisfactionReport,
  cost: CostReport,
  refusals: RefusalsReport,
} as const satisfies Readonly<Record<string, ComponentType>>;

/** The answers to surveys. */
function SatisfactionReport() {
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
            <div className="tiles">
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
            <RankedChart
              id="satisfaction"
              title={t('charts.satisfaction')}
              how={t('how.satisfaction')}
              data={data}
            />
          </Stack>
        );
      }}
    </Counted>
  );
}

/** Conversations by channel, and by where they began on it. */
function ChannelsReport() {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const channels = useFigures({ group: 'channel' });
  const places = useFigures({ group: 'place' }).data?.body;
  const channelName = useChannelName();
  const channelOf = ({ label }: FiguresRow) => ('channel' in label ? channelName(label.channel) : '');
  const placeOf = (row: FiguresRow) =>
    [channelOf(row), 'place' in row.label && row.label.place].filter(Boolean).join(' · ');
  return (
    <Stack gap="lg">
      <RankedReport
        id="channels"
        title={t('charts.channels')}
        how={t('how.channels')}
        query={channels}
        isEmpty={noneStarted}
        dataOf={(body) => groupedData(body, { axis: t('axes.channel'), nameOf: channelOf }, surroundings)}
      />
      {places && places.rows.length > 0 && (
        <RankedChart
          id="places"
          title={t('charts.places')}
          how={t('how.channels')}
          data={groupedData(places, { axis: t('axes.place'), nameOf: placeOf }, surroundings)}
        />
      )}
    </Stack>
  );
}

const noneStarted = ({ total }: FiguresAnswer) => total.runs.started === 0;

/** Conversations by flow; each leads to where people leave it. */
function FlowsReport() {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const [search] = useSearch();
  const query = useFigures({ group: 'flow' });
  const titleOf = useFlowTitle();
  const nameOf = (row: FiguresRow) => titleOf(flowOf(row));
  const kept = new URLSearchParams(
    [...search].filter(([name]) => ['range', 'from', 'to', 'channel'].includes(name)),
  );
  const behind = kept.size > 0 ? `?${kept}` : '';
  const pathOf = (row: FiguresRow) => `reports/flows/${encodeURIComponent(flowOf(row))}${behind}`;
  return (
    <RankedReport
      id="flows"
      title={t('charts.flows')}
      how={t('how.channels')}
      query={query}
      isEmpty={noneStarted}
      dataOf={(body) => groupedData(body, { axis: t('axes.flow'), nameOf, pathOf }, surroundings)}
    />
  );
}

type Name = keyof typeof reports;

interface Props {
  readonly report?: string;
  readonly flowId?: string;
}

/** The reports, one at a time; range and filters are in the URL. @see console.md 6 */
export function ReportsPage({ report = 'overview', flowId }: Props) {
  const { t } = useTranslation(['reports', 'flows']);
  const [search] = useSearch();
  const name = Object.hasOwn(reports, report) ? (report as Name) : 'overview';
  const Report = reports[name];
  const isOfRefusals = flowId === undefined && name === 'refusals';
  const kept = new URLSearchParams(search);
  kept.delete('table');
  const behind = kept.size > 0 ? `?${kept}` : '';
  return (
    <Stack gap="lg">
      {flowId === undefined ? (
        <>
          <PageTitle>{t('title')}</PageTitle>
          <PageTabs
            label={t('title')}
            tabs={(Object.keys(reports) as Name[]).map((one) => ({
              path: `reports${one === 'overview' ? '' : `/${one}`}${behind}`,
              isArea: one !== 'overview',
              name: t(`pages.${one}`),
            }))}
          />
        </>
      ) : (
        <FlowHeader flowId={flowId} tab={t('flows:tabs.report')} />
      )}
      <ReportFilters
        ofFlow={flowId !== undefined}
        isOfRange={isOfRefusals}
        canCompare={flowId === undefined && name === 'overview'}
      />
      {flowId === undefined ? <Report /> : <FlowReport flowId={flowId} />}
      {!isOfRefusals && (
        <Text size="sm" className="quiet">
          {t('how.conversations')}
        </Text>
      )}
    </Stack>
  );
}
