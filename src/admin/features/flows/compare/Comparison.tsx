import { Card, Code, List, Stack, Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/Loaded.tsx';
import type { Difference, FlowComparison } from './compare-flows.ts';

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
    <Table className="stacking">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('compare.field')}</Table.Th>
          <Table.Th scope="col">{t('compare.before')}</Table.Th>
          <Table.Th scope="col">{t('compare.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map(({ path, before, after }) => (
          <Table.Tr key={path}>
            <Table.Td>
              <Code>{path}</Code>
            </Table.Td>
            <Table.Td data-label={t('compare.before')}>
              <Value value={before} />
            </Table.Td>
            <Table.Td data-label={t('compare.after')}>
              <Value value={after} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('flows');
  if (value === undefined) return <span className="quiet">{t('compare.nothing')}</span>;
  return (
    <bdi className="value">{typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '')}</bdi>
  );
}
