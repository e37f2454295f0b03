import { Card, Code, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../../contract/admin/audit.ts';
import type { QueryOf } from '../../../api/routes.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { PageTitle } from '../../../components/PageTitle.tsx';
import { startOf } from '../../../components/start-of.ts';
import { useTimes } from '../../../components/use-times.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { auditLogQuery } from './queries.ts';

/** Who changed what, the latest first; the filters are in the address. */
export function AuditPage() {
  const { t } = useTranslation('settings');
  const [search] = useSearch();
  const list = useInfiniteQuery(auditLogQuery(auditQuery(search)));
  const items = list.data ?? [];
  return (
    <Stack gap="lg">
      <PageTitle>{t('audit.title')}</PageTitle>
      <Text className="quiet">{t('audit.about')}</Text>
      <AuditFilters />
      <Loaded query={list} what={t('audit.title')}>
        {() => <EntryList entries={items} />}
      </Loaded>
      <MoreOf list={list} />
    </Stack>
  );
}

/** Changes as a list; each opens to what was before and after. */
function EntryList({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('settings');
  if (entries.length === 0) return <EmptyState>{t('audit.empty')}</EmptyState>;
  return (
    <ul className="cards">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  const { moment } = useTimes();
  const [, setSearch] = useSearch();
  const { at, who, action, resource, outcome, note } = entry;
  const name = who.email ?? who.id;
  return (
    <Card withBorder radius="md" padding="md">
      <div className="entry">
        <time dateTime={at} className="quiet">
          {moment(at)}
        </time>
        <button
          type="button"
          className="text-button"
          title={t('audit.only', { who: name })}
          onClick={() => setSearch({ who: who.id })}
        >
          <bdi>{name}</bdi>
        </button>
        <span>
          <Code>{action}</Code> <bdi>{resource.id}</bdi>
        </span>
        {outcome !== 'done' && <strong className="bad">{t(`audit.outcomes.${outcome}`)}</strong>}
      </div>
      {note !== undefined && (
        <Text mt="xs">
          {t('audit.note')}: <bdi>{note}</bdi>
        </Text>
      )}
      <Changes entry={entry} />
    </Card>
  );
}

/** What a change changed, and where it came from; opened when somebody wants to know. */
function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  return (
    <details className="details">
      <summary>{t('audit.details')}</summary>
      {entry.changes.length === 0 ? (
        <Text className="quiet">{t('audit.noDetails')}</Text>
      ) : (
        <div className="sideways">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('audit.field')}</Table.Th>
                <Table.Th scope="col">{t('audit.before')}</Table.Th>
                <Table.Th scope="col">{t('audit.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entry.changes.map(({ path, before, after }) => (
                <Table.Tr key={path}>
                  <Table.Td>
                    <Code>{path}</Code>
                  </Table.Td>
                  <Table.Td>
                    <Value value={before} />
                  </Table.Td>
                  <Table.Td>
                    <Value value={after} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Text size="sm" className="quiet" mt="xs">
        {t('audit.address')} <Code>{entry.sourceIp}</Code> · {t('audit.correlationId')}{' '}
        <Code>{entry.correlationId}</Code>
      </Text>
    </details>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('settings');
  if (value === null || value === undefined) return <span className="quiet">{t('audit.nothing')}</span>;
  return <bdi className="value">{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</bdi>;
}

/** What is asked of the API by the filters in the page's address: `?what=flow.&who=…&from=2026-05-01&to=2026-05-07`. */
function auditQuery(search: URLSearchParams): QueryOf<'/v1/admin/audit'> {
  return {
    action: search.get('what') || undefined,
    who: search.get('who') || undefined,
    resource: search.get('resource') || undefined,
    from: startOf(search.get('from'), 0) || undefined,
    to: startOf(search.get('to'), 1) || undefined,
  };
}
