import { Button, Stack, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WidgetView } from '../../../contract/admin/widgets.ts';
import { useRole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { MoreOf } from '../../components/MoreOf.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { NewWidget } from './NewWidget.tsx';
import { widgetsQuery } from './queries.ts';

/** The tenant's widgets: which flow each runs, and on which sites. */
export function WidgetsPage() {
  const { t } = useTranslation('widgets');
  const { may } = useRole();
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(widgetsQuery);
  const items = list.data ?? [];
  const mayEdit = may('widgets:edit');
  return (
    <Stack gap="lg">
      <PageHeader title={t('title')}>
        {mayEdit && <Button onClick={() => setSearch({ new: '' })}>{t('create.open')}</Button>}
      </PageHeader>
      <Loaded query={list} what={t('title')}>
        {() => (items.length === 0 ? <EmptyState>{t('none')}</EmptyState> : <WidgetTable found={items} />)}
      </Loaded>
      <MoreOf list={list} />
      {mayEdit && search.has('new') && <NewWidget onClose={() => setSearch({ new: null })} />}
    </Stack>
  );
}

function WidgetTable({ found }: { readonly found: readonly WidgetView[] }) {
  const { t } = useTranslation('widgets');
  return (
    <DataTable title={t('title')} columns={[t('name'), t('runs'), t('sites')]}>
      {found.map(({ widget, isDefault }) => (
        <Table.Tr key={widget.id}>
          <Table.Td>
            <PageLink path={`widgets/${encodeURIComponent(widget.id)}`}>
              <bdi>{widget.id}</bdi>
            </PageLink>{' '}
            <span className="quiet">
              <bdi>{widget.appearance?.title}</bdi> {isDefault && `(${t('isDefault')})`}
            </span>
          </Table.Td>
          <Table.Td data-label={t('runs')}>
            <PageLink path={`flows/${widget.flow}`}>
              <bdi>{widget.flow}</bdi>
            </PageLink>
          </Table.Td>
          <Table.Td data-label={t('sites')}>
            {widget.allowed_origins.length === 0 ? (
              <span className="quiet">{t('noSites')}</span>
            ) : (
              <bdi className="value">{widget.allowed_origins.join(', ')}</bdi>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
