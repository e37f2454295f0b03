import { Box, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageLink } from '../../../components/PageHeader.tsx';
import { compareFlows, type FlowComparison, useComparedVersion } from './compare-flows.ts';

const linesMost = 12;

interface WhatDiffersProps {
  readonly flowId: string;
  readonly from: string;
  readonly to: string;
  readonly title: string;
}

/** The differences between two states of a flow, a line per step, with a link to the comparison. */
export function WhatDiffers({ flowId, from, to, title }: WhatDiffersProps) {
  const { t } = useTranslation('flows');
  const before = useComparedVersion(flowId, from);
  const after = useComparedVersion(flowId, to);
  return (
    <section aria-label={title}>
      <Text fw={600}>{title}</Text>
      <Loaded query={before} what={t('compare.from')}>
        {({ body: first }) => (
          <Loaded query={after} what={t('compare.to')}>
            {({ body: second }) => <Lines comparison={compareFlows(first, second)} />}
          </Loaded>
        )}
      </Loaded>
      <Group>
        <PageLink path={`flows/${flowId}/compare?from=${from}&to=${to}`}>{t('compare.inFull')}</PageLink>
      </Group>
    </section>
  );
}

function Lines({ comparison }: { readonly comparison: FlowComparison }) {
  const { t } = useTranslation('flows');
  const { added, removed, changed, flow, conversationsDiffer, isSame } = comparison;
  if (isSame) return <Text className="quiet">{t('compare.same')}</Text>;
  const lines: readonly (readonly [name: string, what: string])[] = [
    ...added.map((id) => [id, t('compare.marks.added')] as const),
    ...removed.map((id) => [id, t('compare.marks.removed')] as const),
    ...changed.map(({ id, differences }) => [id, fieldsOf(differences)] as const),
    ...(flow.length > 0 ? [[t('compare.flow'), fieldsOf(flow)] as const] : []),
  ];
  return (
    <Box component="ul" m={0} ps="lg">
      {lines.slice(0, linesMost).map(([name, what]) => (
        <li key={name}>
          <bdi>{name}</bdi>: <bdi>{what}</bdi>
        </li>
      ))}
      {lines.length > linesMost && <li>{t('compare.more', { count: lines.length - linesMost })}</li>}
      {conversationsDiffer && <li>{t('compare.conversations')}</li>}
    </Box>
  );
}

/** The fields by their first words, each once. */
function fieldsOf(differences: FlowComparison['flow']): string {
  return [...new Set(differences.map(({ path }) => path.split('.')[0]))].join(', ');
}
