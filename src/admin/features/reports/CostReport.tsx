import { Group, Stack, Text } from '@mantine/core';
import { costParts, type FiguresAnswer } from '../../../contract/admin/reports.ts';
import { useFlowTitle } from '../../api/use-all-flows.ts';
import { useSearch } from '../../components/navigation.ts';
import { SegmentedChoice } from '../../components/SegmentedChoice.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import type { ChartData, Tone } from './charts/chart-data.ts';
import { Lines } from './charts/Lines.tsx';
import { FigureCard } from './FigureCard.tsx';
import { type Surroundings, useSurroundings } from './formats.ts';
import { nameOf } from './report-data.ts';
import { useFigures, useQuestion } from './use-figures.ts';

/** The estimated cost of conversations by day, and by channel, flow, or widget and account. */
export function CostReport() {
  const surroundings = useSurroundings();
  const { t, numbers } = surroundings;
  const [search, setSearch] = useSearch();
  const by = costParts.find((part) => part === search.get('by')) ?? 'channel';
  const { from, to } = useQuestion();
  const query = useFigures({ group: from === to ? 'hour' : 'day', costBy: by });
  const channelName = useChannelName();
  const titleOf = useFlowTitle();
  const partOf = (of: string) => {
    if (by === 'flow') return titleOf(of);
    return by === 'channel' ? channelName(of) : of;
  };
  return (
    <Counted query={query} what={t('charts.cost')} isEmpty={({ total }) => total.messages.visitor === 0}>
      {(body) => {
        const data = costsData(body, partOf, surroundings);
        return (
          <Stack gap="lg">
            <Cards report={body} surroundings={surroundings} />
            <Group gap="xs">
              <Text className="quiet" aria-hidden="true">
                {t('frame.costBy')}
              </Text>
              <SegmentedChoice
                label={t('frame.costBy')}
                names={{ channel: t('axes.channel'), flow: t('axes.flow'), place: t('axes.place') }}
                chosen={by}
                onChoose={(part) => setSearch({ by: part === 'channel' ? null : part })}
              />
            </Group>
            <ChartFrame id="cost" title={t('charts.cost')} how={t('how.cost')} data={data}>
              <Lines title={t('charts.cost')} data={data} write={numbers.dollars} isStacked />
            </ChartFrame>
          </Stack>
        );
      }}
    </Counted>
  );
}

const tones: readonly Tone[] = ['accent', 'people', 'good', 'warn', 'outside'];
const others = { id: 'others', tone: 'bad' } as const;

/** The cost of each day by its parts: the highest by name, the rest together. */
function costsData(
  { rows, costs = [] }: FiguresAnswer,
  partOf: (of: string) => string,
  all: Surroundings,
): ChartData {
  const { t, numbers } = all;
  const named = costs.slice(0, tones.length);
  const hasOthers = costs.length > named.length;
  const cell = (usd: number) => ({ value: usd, text: numbers.dollars(usd) });
  return {
    axis: rows.some(({ label }) => 'at' in label) ? t('axes.hour') : t('axes.day'),
    series: [
      ...named.map(({ of }, n) => ({ id: of, name: partOf(of), tone: tones[n] ?? 'accent' })),
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

interface CardsProps {
  readonly report: FiguresAnswer;
  readonly surroundings: ReturnType<typeof useSurroundings>;
}

function Cards({ report: { total }, surroundings: { t, numbers } }: CardsProps) {
  const { costUsd, runs, tokens } = total;
  return (
    <div className="tiles">
      <FigureCard name={t('figures.estimate')} value={numbers.dollars(costUsd)} how={t('how.cost')} />
      <FigureCard
        name={t('figures.costEach')}
        value={runs.started === 0 ? t('frame.none') : numbers.dollars(costUsd / runs.started)}
        how={t('how.cost')}
      />
      <FigureCard name={t('figures.tokens')} value={numbers.count(tokens)} how={t('how.cost')} />
    </div>
  );
}
