import { Group, NativeSelect, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import { FlowHeader } from '../FlowHeader.tsx';
import { versionsQuery } from '../queries.ts';
import { CanvasComparison } from './CanvasComparison.tsx';
import { Comparison } from './Comparison.tsx';
import { compareFlows } from './compare-flows.ts';
import { useComparedVersion } from './compared-versions.ts';

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
        <NativeSelect
          label={t('compare.from')}
          data={options}
          value={from}
          onChange={(event) => setSearch({ from: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('compare.to')}
          data={options}
          value={to}
          onChange={(event) => setSearch({ to: event.currentTarget.value })}
        />
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
