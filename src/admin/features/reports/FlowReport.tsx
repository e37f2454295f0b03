import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StepsAnswer } from '../../../contract/admin/reports.ts';
import { useSearch } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { addUpVersions } from './add-up-versions.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedBars } from './charts/RankedBars.tsx';
import type { Surroundings } from './overview-data.ts';
import { stepsQuery } from './queries.ts';
import { questionOf } from './use-figures.ts';
import { rangeOf, useToday } from './use-range.ts';
import { useSurroundings } from './use-surroundings.ts';

/** Where people leave a flow: its steps as bars, the most reached first. */
export function FlowReport({ flowId }: { readonly flowId: string }) {
  const surroundings = useSurroundings();
  const { t, numbers } = surroundings;
  const [search] = useSearch();
  const { today, learnZone } = useToday();
  const asked = new URLSearchParams(search);
  asked.set('flow', flowId);
  const question = { ...questionOf(asked, rangeOf(search, today)), flow: flowId };
  const query = useQuery(stepsQuery(question));
  const zone = query.data?.body.zone;
  useEffect(() => {
    if (zone !== undefined) learnZone(zone);
  });
  return (
    <Counted query={query} what={t('charts.funnel')} isEmpty={({ started }) => started === 0}>
      {(body) => {
        const data = funnelOf(body, surroundings);
        const version = newestIn(body);
        return (
          <>
            <Group>
              <Text>
                {t('figures.conversations')}: <strong>{numbers.count(body.started)}</strong>
              </Text>
              {version > 0 && (
                <PageLink path={`flows/${flowId}/versions/${version}?view=canvas&numbers=`}>
                  {t('frame.perVersion')}
                </PageLink>
              )}
            </Group>
            <ChartFrame id="funnel" title={t('charts.funnel')} how={t('how.funnel')} data={data}>
              <RankedBars title={t('charts.funnel')} data={data} second="part-of-first" />
            </ChartFrame>
          </>
        );
      }}
    </Counted>
  );
}

const newestIn = ({ steps }: StepsAnswer) => Math.max(0, ...steps.map(({ version }) => version));

function funnelOf(body: StepsAnswer, { t, numbers }: Surroundings): ChartData {
  return {
    axis: t('axes.step'),
    series: [
      { id: 'reached', name: t('figures.reached'), tone: 'accent' },
      { id: 'left', name: t('figures.left'), tone: 'warn' },
    ],
    points: addUpVersions(body)
      // Of those that as many come to, what nobody leaves stands before what they leave.
      .toSorted((a, b) => b.reached - a.reached || a.left - b.left)
      .map(({ version, stepId, reached, left }) => ({
        key: stepId,
        name: stepId,
        cells: [
          numbers.countCell(reached),
          { value: left, text: reached === 0 ? numbers.count(left) : numbers.share(left, reached) },
        ],
        path: `flows/${body.flow}/versions/${version}?step=${encodeURIComponent(stepId)}`,
      })),
  };
}
