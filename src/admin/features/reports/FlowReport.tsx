import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StepsAnswer } from '../../../contract/admin/reports.ts';
import { useSearch } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageHeader.tsx';
import { useLanguage } from '../../locales/use-language.ts';
import { readOutline, stepsInOrder } from '../editor/document/outline.ts';
import { versionQuery } from '../flows/queries.ts';
import { textsOf } from '../flows/view/connection-name.ts';
import { Counted } from './Counted.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedChart } from './charts/RankedBars.tsx';
import { type Surroundings, useSurroundings } from './formats.ts';
import { stepsQuery } from './queries.ts';
import { useQuestion, useZoned } from './use-figures.ts';

/** Where visitors leave a flow: its steps as bars, in the flow's order. */
export function FlowReport({ flowId }: { readonly flowId: string }) {
  const surroundings = useSurroundings();
  const { t, numbers } = surroundings;
  const [search] = useSearch();
  const version = search.get('version') || undefined;
  const query = useZoned(useQuery(stepsQuery({ ...useQuestion(), flow: flowId, version })));
  const newest = query.data ? newestIn(query.data.body) : 0;
  const steps = useStepsOf(flowId, newest);
  return (
    <Counted query={query} what={t('charts.funnel')} isEmpty={({ started }) => started === 0}>
      {(body) => {
        return (
          <>
            <Group>
              <Text>
                {t('figures.conversations')}: <strong>{numbers.count(body.started)}</strong>
              </Text>
              {newest > 0 && (
                <PageLink path={`flows/${flowId}/versions/${newest}?view=canvas&numbers=`}>
                  {t('frame.perVersion')}
                </PageLink>
              )}
            </Group>
            <RankedChart
              id="funnel"
              title={t('charts.funnel')}
              how={t('how.funnel')}
              data={funnelOf(body, steps, surroundings)}
              second="part-of-first"
            />
          </>
        );
      }}
    </Counted>
  );
}

const newestIn = ({ steps }: StepsAnswer) => Math.max(0, ...steps.map(({ version }) => version));

/** The steps of a version in the order of reading it, each with the beginning of its text. */
function useStepsOf(flowId: string, version: number): ReadonlyMap<string, string> {
  const language = useLanguage();
  const query = useQuery({ ...versionQuery(flowId, String(version)), enabled: version > 0 });
  const definition = query.data?.body.definition;
  return useMemo(() => {
    return new Map(
      stepsInOrder(readOutline(definition ?? {})).map(({ id, step }) => {
        const [stepText] = textsOf(step.text, language);
        const text = stepText?.text.trim().split('\n')[0] ?? '';
        return [id, text.length > textChars ? `${text.slice(0, textChars).trimEnd()}…` : text] as const;
      }),
    );
  }, [definition, language]);
}

/** How much of a step's text identifies it. */
const textChars = 48;

function funnelOf(
  body: StepsAnswer,
  steps: ReadonlyMap<string, string>,
  { t, numbers }: Surroundings,
): ChartData {
  const order = [...steps.keys()];
  // Steps of earlier versions come last.
  const placeOf = (stepId: string) => order.indexOf(stepId) + 1 || order.length + 1;
  return {
    axis: t('axes.step'),
    series: [
      { id: 'reached', name: t('figures.reached'), tone: 'accent' },
      { id: 'left', name: t('figures.left'), tone: 'warn' },
    ],
    points: addUpVersions(body)
      .toSorted((a, b) => placeOf(a.stepId) - placeOf(b.stepId) || b.reached - a.reached)
      .map(({ version, stepId, reached, left }) => ({
        key: stepId,
        name: steps.get(stepId) || stepId,
        detail: steps.get(stepId) && stepId,
        cells: [
          numbers.countCell(reached),
          {
            value: left,
            text: reached === 0 ? numbers.count(left) : numbers.share(left, reached),
            ...(left > reached * largeDropOff && { tone: 'bad' as const }),
          },
        ],
        path: `flows/${body.flow}/versions/${version}?step=${encodeURIComponent(stepId)}`,
      })),
  };
}

/** Above this share, a step's bar is highlighted. */
const largeDropOff = 0.25;

type Counts = Pick<StepsAnswer['steps'][number], 'stepId' | 'version' | 'reached' | 'left'>;

/** A conversation runs one version: those of a step add up. The latest that has it is where it is looked at. */
export function addUpVersions({ steps }: Pick<StepsAnswer, 'steps'>): readonly Counts[] {
  const all = new Map<string, Counts>();
  for (const { stepId, version, reached, left } of steps) {
    const known = all.get(stepId) ?? { stepId, version, reached: 0, left: 0 };
    all.set(stepId, {
      stepId,
      version: Math.max(known.version, version),
      reached: known.reached + reached,
      left: known.left + left,
    });
  }
  return [...all.values()];
}
