import { Stack } from '@mantine/core';
import { messageUsd } from '../../contract/price-list.ts';
import { type channelNames, channelNames as channels } from '../../contract/vocabulary.ts';
import { useSearch } from '../app/use-path.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import type { ChartData, Tone } from './charts/chart-data.ts';
import { Lines } from './charts/Lines.tsx';
import { FigureCard } from './FigureCard.tsx';
import { useFigures } from './use-figures.ts';
import { useSurroundings } from './use-surroundings.ts';

type Channel = (typeof channelNames)[number];
const tones: Readonly<Record<Channel, Tone>> = {
  webchat: 'accent',
  chatapp: 'people',
  'chatapp-360': 'warn',
  contactcenter: 'outside',
};

/** What conversations cost, by day and channel: an estimate. */
export function CostReport() {
  const { texts, numbers, days } = useSurroundings();
  const [search] = useSearch();
  const query = useFigures({ group: 'day' });
  const byChannel: Readonly<Record<Channel, ReturnType<typeof useFigures>>> = {
    webchat: useFigures({ group: 'day', channel: 'webchat' }),
    chatapp: useFigures({ group: 'day', channel: 'chatapp' }),
    'chatapp-360': useFigures({ group: 'day', channel: 'chatapp-360' }),
    contactcenter: useFigures({ group: 'day', channel: 'contactcenter' }),
  };
  const wanted = search.get('channel');
  return (
    <Counted query={query} what={texts.charts.cost} isEmpty={({ total }) => total.messages.visitor === 0}>
      {(body) => {
        const shown = channels.filter(
          (channel) =>
            (!wanted || channel === wanted) &&
            (byChannel[channel].answer?.body.total.messages.visitor ?? 0) > 0,
        );
        const usdOf = (channel: Channel, n: number) =>
          (byChannel[channel].answer?.body.rows[n]?.figures.messages.visitor ?? 0) * messageUsd[channel];
        const data: ChartData = {
          axis: texts.axes.day,
          series: shown.map((channel) => ({ id: channel, name: channel, tone: tones[channel] })),
          points: body.rows.map((row, n) => ({
            key: row.key,
            name: 'date' in row.label ? days.day(row.label.date) : row.key,
            cells: shown.map((channel) => {
              const usd = usdOf(channel, n);
              return { value: usd, text: numbers.dollars(usd) };
            }),
          })),
        };
        const sum = shown.reduce(
          (usd, channel) =>
            usd + (byChannel[channel].answer?.body.total.messages.visitor ?? 0) * messageUsd[channel],
          0,
        );
        return (
          <Stack gap="lg">
            <div className="figure-cards">
              <FigureCard name={texts.figures.estimate} value={numbers.dollars(sum)} how={texts.how.cost} />
              <FigureCard
                name={texts.figures.tokens}
                value={numbers.count(body.total.tokens)}
                how={texts.how.cost}
              />
            </div>
            <ChartFrame id="cost" title={texts.charts.cost} how={texts.how.cost} data={data}>
              <Lines title={texts.charts.cost} data={data} write={numbers.dollars} isStacked />
            </ChartFrame>
          </Stack>
        );
      }}
    </Counted>
  );
}
