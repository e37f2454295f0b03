import { Stack } from '@mantine/core';
import type { FiguresRow } from '../../../contract/admin/reports.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { RankedBars } from './charts/RankedBars.tsx';
import { firstOf, groupedData } from './grouped-data.ts';
import { useFigures } from './use-figures.ts';
import { useSurroundings } from './use-surroundings.ts';

/** Conversations by channel, and by where they began on it. */
export function ChannelsReport() {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const channels = useFigures({ group: 'channel' });
  const places = useFigures({ group: 'place' });
  return (
    <Stack gap="lg">
      <Counted query={channels} what={t('charts.channels')} isEmpty={({ total }) => total.runs.started === 0}>
        {(body) => {
          const grouping = {
            axis: t('axes.channel'),
            nameOf: ({ label }: FiguresRow) => ('channel' in label ? label.channel : ''),
          };
          const data = groupedData(body, grouping, surroundings);
          return (
            <ChartFrame id="channels" title={t('charts.channels')} how={t('how.channels')} data={data}>
              <RankedBars title={t('charts.channels')} data={firstOf(data)} />
            </ChartFrame>
          );
        }}
      </Counted>
      {places.data && places.data.body.rows.length > 0 && (
        <Places report={places.data.body} surroundings={surroundings} />
      )}
    </Stack>
  );
}

function Places({
  report,
  surroundings,
}: {
  readonly report: Parameters<typeof groupedData>[0];
  readonly surroundings: ReturnType<typeof useSurroundings>;
}) {
  const { t } = surroundings;
  const nameOf = ({ label }: FiguresRow) => ('place' in label ? `${label.channel} ${label.place ?? ''}` : '');
  const data = groupedData(report, { axis: t('axes.place'), nameOf }, surroundings);
  return (
    <ChartFrame id="places" title={t('charts.places')} how={t('how.channels')} data={data}>
      <RankedBars title={t('charts.places')} data={firstOf(data)} />
    </ChartFrame>
  );
}
