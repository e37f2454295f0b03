import { Card, Code, Group, List, Select, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { EmptyState, Loaded, Rows } from '../../../components/Loaded.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { PageFailure } from '../../../components/PageFailure.tsx';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import { stepsOf } from '../../editor/document/document.ts';
import type { Mark } from '../canvas/card-store.ts';
import { FlowHeader } from '../FlowHeader.tsx';
import { versionsQuery } from '../queries.ts';
import { FlowReader } from '../readers.ts';
import { compareFlows, type Difference, type FlowComparison, useComparedVersion } from './compare-flows.ts';

/** Two versions of a flow, or one and the draft: `?from=7&to=draft`. */
export function ComparePage({ flowId = '' }: { readonly flowId?: string }) {
  const { t } = useTranslation('flows');
  const [search, setSearch] = useSearch();
  const from = search.get('from') ?? 'draft';
  const to = search.get('to') ?? 'draft';
  const versions = useInfiniteQuery(versionsQuery(flowId));
  const nameOf = (side: string) => (side === 'draft' ? t('draft') : t('version', { version: Number(side) }));
  const known = (versions.data ?? []).map(({ version }) => String(version));
  const options = [...new Set(['draft', ...known, from, to])].map((side) => ({
    value: side,
    label: nameOf(side),
  }));
  return (
    <Stack gap="lg">
      <FlowHeader
        flowId={flowId}
        title={t('compare.title', { flow: flowId, from: nameOf(from), to: nameOf(to) })}
      />
      <Group>
        {(['from', 'to'] as const).map((side) => (
          <Select
            key={side}
            label={t(`compare.${side}`)}
            data={options}
            value={{ from, to }[side]}
            allowDeselect={false}
            onChange={(chosen) => setSearch({ [side]: chosen })}
          />
        ))}
      </Group>
      <Sides key={`${from} ${to}`} flowId={flowId} from={from} to={to} />
    </Stack>
  );
}

interface SidesProps {
  readonly flowId: string;
  readonly from: string;
  readonly to: string;
}

function Sides({ flowId, from, to }: SidesProps) {
  const { t } = useTranslation('flows');
  const before = useComparedVersion(flowId, from);
  const after = useComparedVersion(flowId, to);
  const [search, setSearch] = useSearch();
  const view = search.get('view') === 'canvas' ? 'canvas' : 'list';
  return (
    <Loaded query={before} what={t('compare.from')}>
      {({ body: first }) => (
        <Loaded query={after} what={t('compare.to')}>
          {({ body: second }) => (
            <Stack>
              <Group>
                <SegmentedChoice
                  label={t('canvas.showAs')}
                  names={{ list: t('canvas.list'), canvas: t('canvas.title') }}
                  chosen={view}
                  onChoose={(next) => setSearch({ view: next })}
                />
              </Group>
              <Compared view={view} flowId={flowId} from={first} to={second} />
            </Stack>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface ComparedProps {
  readonly view: 'list' | 'canvas';
  readonly flowId: string;
  readonly from: DraftContent;
  readonly to: DraftContent;
}

function Compared({ view, ...sides }: ComparedProps) {
  const { from, to } = sides;
  const comparison = useMemo(() => compareFlows(from, to), [from, to]);
  if (view === 'list') return <Comparison comparison={comparison} />;
  return <CanvasComparison {...sides} comparison={comparison} />;
}

interface Props {
  readonly flowId: string;
  readonly from: DraftContent;
  readonly to: DraftContent;
  readonly comparison: FlowComparison;
}

/** Two states of a flow on one canvas, and in the inspector how the selected step differs. */
export function CanvasComparison({ flowId, from, to, comparison }: Props) {
  const { t } = useTranslation('flows');
  const merged = useMemo(() => mergeFlows(from, to, comparison), [from, to, comparison]);
  const marks = useMemo(() => ({ differences: merged.marks }), [merged]);
  const about = useCallback(
    (id: string) => {
      const mark = merged.marks.get(id);
      const changed = comparison.changed.find((one) => one.id === id);
      return (
        <>
          <p>{mark ? t(`compare.marks.${mark}`) : t('compare.unchanged')}</p>
          {changed && <Differences differences={changed.differences} />}
        </>
      );
    },
    [merged, comparison, t],
  );
  return (
    <PageFailure>
      <Suspense fallback={<Rows />}>
        <FlowReader flowId={flowId} name={flowId} content={merged} {...{ marks, about }} view="canvas" />
      </Suspense>
    </PageFailure>
  );
}

type Content = Pick<DraftContent, 'definition' | 'layout'>;

/** Two states of a flow in one picture: the later one, with what was removed from it where it stood, and a mark at each step that differs. */
interface MergedFlows extends Content {
  readonly marks: ReadonlyMap<string, Mark>;
}

/** @param comparison of the same two */
export function mergeFlows(from: Content, to: Content, comparison: FlowComparison): MergedFlows {
  const [before, after] = [stepsOf(from), stepsOf(to)];
  const { added, removed, changed } = comparison;
  const gone = Object.fromEntries(removed.map((id) => [id, before[id]]));
  const marks = new Map<string, Mark>([
    ...Object.keys(after)
      .filter((id) => Object.hasOwn(before, id) && isMoved(from, to, id))
      .map((id) => [id, 'moved'] as const),
    ...changed.map(({ id }) => [id, 'changed'] as const),
    ...added.map((id) => [id, 'added'] as const),
    ...removed.map((id) => [id, 'removed'] as const),
  ]);
  return {
    definition: { ...to.definition, steps: { ...after, ...gone } as DraftContent['definition'][string] },
    layout: { ...to.layout, positions: { ...from.layout.positions, ...to.layout.positions } },
    marks,
  };
}

/** Whether an editor moved it; a first position isn't a move. */
function isMoved(from: Content, to: Content, id: string): boolean {
  const [before, after] = [from.layout.positions?.[id], to.layout.positions?.[id]];
  return before !== undefined && after !== undefined && (before.x !== after.x || before.y !== after.y);
}

/** The differences, by step and field. */
export function Comparison({ comparison }: { readonly comparison: FlowComparison }) {
  const { t } = useTranslation('flows');
  const { added, removed, changed, flow, conversationsDiffer, isSame } = comparison;
  if (isSame) return <EmptyState>{t('compare.same')}</EmptyState>;
  return (
    <Stack>
      <Ids title={t('compare.added')} ids={added} />
      <Ids title={t('compare.removed')} ids={removed} />
      {changed.length > 0 && (
        <Section title={t('compare.changed')}>
          {changed.map(({ id, differences }) => (
            <section key={id} aria-label={id}>
              <Title order={3} size="h5" mt="sm">
                <bdi>{id}</bdi>
              </Title>
              <Differences differences={differences} />
            </section>
          ))}
        </Section>
      )}
      {flow.length > 0 && (
        <Section title={t('compare.flow')}>
          <Differences differences={flow} />
        </Section>
      )}
      {conversationsDiffer && <p>{t('compare.conversations')}</p>}
    </Stack>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card withBorder radius="md" padding="md">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Card>
  );
}

function Ids({ title, ids }: { readonly title: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Section title={title}>
      <List>
        {ids.map((id) => (
          <List.Item key={id}>
            <bdi>{id}</bdi>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** Field by field, before and after. */
export function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  const { t } = useTranslation('flows');
  return (
    <DataTable
      isPlain
      rows={differences}
      keyOf={({ path }) => path}
      columns={[
        { name: t('compare.field'), cell: ({ path }) => <Code>{path}</Code> },
        { name: t('compare.before'), cell: ({ before }) => <Value value={before} /> },
        { name: t('compare.after'), cell: ({ after }) => <Value value={after} /> },
      ]}
    />
  );
}

function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('flows');
  if (value === undefined) return <span className="quiet">{t('compare.nothing')}</span>;
  return (
    <bdi className="value">{typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '')}</bdi>
  );
}
