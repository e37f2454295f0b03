import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { useRole } from '../../../components/console-context.ts';
import { Failure, Loaded, Rows } from '../../../components/Loaded.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { PageLink } from '../../../components/PageHeader.tsx';
import { fewest, useNumbers } from '../../reports/formats.ts';
import { stepsQuery } from '../../reports/queries.ts';
import { ReportFilters } from '../../reports/ReportFilters.tsx';
import { useQuestion, useZoned } from '../../reports/use-figures.ts';
import { FlowHeader } from '../FlowHeader.tsx';
import { versionQuery } from '../queries.ts';
import { FlowView } from '../readers.ts';

interface Props {
  readonly flowId?: string;
  readonly version?: string;
}

/** A version as it was published. */
export function VersionPage({ flowId = '', version = '' }: Props) {
  const { t } = useTranslation(['flows', 'reports']);
  const { may } = useRole();
  const [search, setSearch] = useSearch();
  const isNumbered = search.has('numbers');
  const query = useQuery(versionQuery(flowId, version));
  const title = `${flowId} ${t('version', { version: Number(version) })}`;
  return (
    <Stack gap="lg">
      <FlowHeader flowId={flowId} title={title} />
      <Loaded query={query} what={title}>
        {({ body: { note, version: number, ...content } }) => (
          <Stack>
            <Text className="quiet">{t('shownVersion', { version: number })}</Text>
            {note !== null && (
              <Text>
                <bdi>{note}</bdi>
              </Text>
            )}
            {may('reports:view') && (
              <Group>
                <Button
                  variant={isNumbered ? 'light' : 'default'}
                  aria-pressed={isNumbered}
                  onClick={() =>
                    setSearch({ numbers: isNumbered ? null : '', ...(!isNumbered && { view: 'canvas' }) })
                  }
                >
                  {t('reports:flows.overlay')}
                </Button>
                <PageLink path={`reports/flows/${flowId}?version=${number}`}>
                  {t('reports:flows.funnel')}
                </PageLink>
              </Group>
            )}
            <Suspense fallback={<Rows />}>
              {isNumbered ? (
                <NumberedFlow content={content} name={title} flowId={flowId} version={number} />
              ) : (
                <FlowView content={content} name={title} flowId={flowId} />
              )}
            </Suspense>
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

interface NumberedProps {
  readonly flowId: string;
  readonly version: number;
  readonly name: string;
  readonly content: Pick<DraftContent, 'definition' | 'layout'>;
}

/** A version with how many conversations have reached each step, and which share of them left there. @see console.md 4 "Funnel overlay" */
function NumberedFlow({ version, ...flow }: NumberedProps) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const question = { ...useQuestion(), flow: flow.flowId, version };
  const { data: answer, error, refetch } = useZoned(useQuery(stepsQuery(question)));
  const steps = answer?.body.steps;
  const marks = useMemo(
    () => ({
      numbers: new Map(
        steps?.map(({ stepId, reached, left }) => {
          const facts = [t('flows.reachedBy', { reached: numbers.count(reached) })];
          if (left > 0) facts.push(t('flows.leave', { share: numbers.share(left, reached) }));
          return [stepId, { text: facts.join(' · '), step: stepOf(left, reached) }] as const;
        }),
      ),
    }),
    [steps, t, numbers],
  );
  return (
    <>
      <ReportFilters isOfVersion />
      {error && <Failure error={error} onRetry={refetch} />}
      <Text size="sm" className="quiet">
        {t('how.funnel')} {answer && answer.body.started < fewest && t('frame.few')}
      </Text>
      <FlowView {...flow} marks={marks} />
    </>
  );
}

/** The drop-off in four steps; small numbers aren't rated. */
function stepOf(left: number, reached: number): number {
  if (reached < fewest || left === 0) return 0;
  return Math.min(4, Math.ceil((left / reached) * 10));
}
