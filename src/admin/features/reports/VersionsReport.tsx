import { Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FiguresAnswer, FiguresRow, VersionsAnswer } from '../../../contract/admin/reports.ts';
import { EmptyState } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import type { Cell, ChartData } from './charts/chart-data.ts';
import { RankedReport } from './charts/RankedBars.tsx';
import { type Surroundings, useSurroundings } from './formats.ts';
import { versionFiguresQuery } from './queries.ts';
import { groupedData } from './report-data.ts';
import { useFigures, useQuestion, useZoned } from './use-figures.ts';

/** Two versions of a flow side by side, and how sure their difference is. */
export function VersionsReport() {
  const { t } = useSurroundings();
  const [search, setSearch] = useSearch();
  const [flow, version, against] = [search.get('flow'), search.get('version'), search.get('against')];
  if (!flow) return <EmptyState>{t('filters.choose')}</EmptyState>;
  return (
    <Stack gap="lg">
      <Group>
        <TextInput
          label={t('filters.against')}
          inputMode="numeric"
          value={against ?? ''}
          onChange={(event) => setSearch({ against: event.currentTarget.value || null })}
        />
      </Group>
      {version && against ? <SideBySide flow={flow} version={version} against={against} /> : <EachVersion />}
    </Stack>
  );
}

/** All versions that conversations ran on: which to compare. */
function EachVersion() {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const [search] = useSearch();
  const query = useFigures({ group: 'version' });
  const dataOf = (body: FiguresAnswer) => {
    const others = body.rows.map(versionOf).sort((a, b) => b - a);
    const pathOf = (row: FiguresRow) => {
      const version = versionOf(row);
      const other = others.find((one) => one < version) ?? others.find((one) => one !== version);
      const asked = new URLSearchParams(search);
      asked.set('version', String(version));
      if (other !== undefined) asked.set('against', String(other));
      return `reports/versions?${asked}`;
    };
    const nameOf = (row: FiguresRow) => `v${versionOf(row)}`;
    return groupedData(body, { axis: t('filters.version'), nameOf, pathOf }, surroundings);
  };
  return (
    <RankedReport
      id="versions"
      title={t('charts.versions')}
      how={t('how.versions')}
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      dataOf={dataOf}
      drawn={Infinity}
    />
  );
}

const versionOf = ({ label }: FiguresRow) => ('version' in label ? label.version : 0);

function SideBySide(asked: { readonly flow: string; readonly version: string; readonly against: string }) {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const { from, to } = useQuestion();
  const query = useZoned(useQuery(versionFiguresQuery({ ...asked, from, to })));
  return (
    <Counted query={query} what={t('charts.versions')} isEmpty={() => false}>
      {(body) => {
        const data = besideOf(body, surroundings);
        return <ChartFrame id="versions" title={t('charts.versions')} how={t('how.versions')} data={data} />;
      }}
    </Counted>
  );
}

const runShares = {
  flowAloneShare: 'flowAlone',
  handedOverShare: 'handedOver',
  abandonedShare: 'abandoned',
  failedShare: 'failed',
} as const;

function besideOf({ versions, differences }: VersionsAnswer, { t, numbers }: Surroundings): ChartData {
  const nothing: Cell = { value: null, text: '' };
  const interval = (name: string): Cell[] => {
    const {
      difference = null,
      low = null,
      high = null,
    } = differences.find(({ figure }) => figure === name) ?? {};
    if (low === null || high === null) return [{ value: null, text: t('frame.few') }, nothing];
    const range = numbers.interval(low, high);
    const isChance = low <= 0 && high >= 0;
    return [
      { value: difference, text: numbers.difference(difference) },
      { value: null, text: isChance ? `${range} ${t('mayBeZero')}` : range },
    ];
  };
  return {
    axis: t('axes.figure'),
    series: [
      ...versions.map(({ version }) => ({ id: `v${version}`, name: `v${version}`, tone: 'accent' as const })),
      { id: 'difference', name: t('figures.difference'), tone: 'accent' },
      { id: 'interval', name: t('figures.interval'), tone: 'accent' },
    ],
    points: [
      {
        key: 'started',
        name: t('figures.conversations'),
        cells: [...versions.map((one) => numbers.countCell(one.figures.runs.started)), nothing, nothing],
      },
      ...Object.entries(runShares).map(([figure, id]) => ({
        key: figure,
        name: t(`figures.${id}`),
        cells: [
          ...versions.map((one) => numbers.shareCell(one.figures.runs[id], one.figures.runs.ended)),
          ...interval(figure),
        ],
      })),
      {
        key: 'goodShare',
        name: t('figures.csat'),
        cells: [
          ...versions.map((one) => numbers.shareCell(one.figures.csat.good, one.figures.csat.answered)),
          nothing,
          nothing,
        ],
      },
      {
        key: 'turnTime',
        name: t('figures.turnTime'),
        cells: [...versions.map((one) => numbers.timeCell(one.figures.turnTime.p50)), nothing, nothing],
      },
    ],
  };
}
