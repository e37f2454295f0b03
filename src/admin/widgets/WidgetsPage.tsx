import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { WidgetView } from '../../contract/admin/widgets.ts';
import { useRole } from '../app/console-context.ts';
import { PageLink } from '../app/PageLink.tsx';
import { PageTitle } from '../app/PageTitle.tsx';
import { StackingTable } from '../app/StackingTable.tsx';
import { useSearch } from '../app/use-path.ts';
import { Empty } from '../states/Empty.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { MoreOf } from '../states/MoreOf.tsx';
import { useTexts } from '../texts/texts.ts';
import { NewWidget } from './NewWidget.tsx';
import { widgetsQuery } from './queries.ts';

/** The tenant's widgets: which flow each runs, and on which sites. */
export function WidgetsPage() {
  const { widgets } = useTexts();
  const { may } = useRole();
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(widgetsQuery);
  const items = list.data ?? [];
  const mayEdit = may('widgets:edit');
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{widgets.title}</PageTitle>
        {mayEdit && <Button onClick={() => setSearch({ new: '' })}>{widgets.create.open}</Button>}
      </Group>
      <Text className="quiet">{widgets.about}</Text>
      <Loaded query={list} what={widgets.title}>
        {() => (items.length === 0 ? <Empty>{widgets.none}</Empty> : <WidgetTable found={items} />)}
      </Loaded>
      <MoreOf list={list} />
      {mayEdit && search.has('new') && <NewWidget onClose={() => setSearch({ new: null })} />}
    </Stack>
  );
}

function WidgetTable({ found }: { readonly found: readonly WidgetView[] }) {
  const { widgets } = useTexts();
  return (
    <StackingTable title={widgets.title} columns={[widgets.name, widgets.runs, widgets.sites]}>
      {found.map(({ widget, isDefault }) => (
        <Table.Tr key={widget.id}>
          <Table.Td>
            <PageLink path={`widgets/${encodeURIComponent(widget.id)}`}>
              <bdi>{widget.id}</bdi>
            </PageLink>{' '}
            <span className="quiet">
              <bdi>{widget.appearance?.title}</bdi> {isDefault && `(${widgets.isDefault})`}
            </span>
          </Table.Td>
          <Table.Td data-label={widgets.runs}>
            <PageLink path={`flows/${widget.flow}`}>
              <bdi>{widget.flow}</bdi>
            </PageLink>
          </Table.Td>
          <Table.Td data-label={widgets.sites}>
            {widget.allowed_origins.length === 0 ? (
              <span className="quiet">{widgets.noSites}</span>
            ) : (
              <bdi className="value">{widget.allowed_origins.join(', ')}</bdi>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </StackingTable>
  );
}
