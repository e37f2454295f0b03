import { Button, Group, Stack, Table, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import { useRole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { useNumbers } from '../reports/formats.ts';
import { useLastDays } from '../reports/use-figures.ts';
import { NewFlow } from './create/NewFlow.tsx';
import { DraftState, Live } from './FlowHeader.tsx';
import { FlowThumbnail } from './FlowThumbnail.tsx';
import { draftQuery, flowsQuery } from './queries.ts';
import './flows.css';

/** Fewer are found at a glance. */
const searchFrom = 8;

/** Lists the tenant's flows: what is live of each, what is being changed, who uses it and how it ran. */
export function FlowsPage() {
  const { t } = useTranslation('flows');
  const [search, setSearch] = useSearch();
  const mayEdit = useRole().may('flows:edit');
  const wanted = search.get('q') ?? '';
  const list = useInfiniteQuery(flowsQuery);
  const items = list.data ?? [];
  const found = items.filter(({ id, title }) =>
    `${id} ${title ?? ''}`.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()),
  );
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ new: '' })}>
      {t('create.open')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader title={t('title')}>{mayEdit && create}</PageHeader>
      {(items.length >= searchFrom || wanted !== '') && (
        <search className="filters">
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={wanted}
            onChange={(event) => setSearch({ q: event.currentTarget.value || null })}
          />
        </search>
      )}
      <Loaded query={list} what={t('title')}>
        {() => {
          if (items.length === 0) return <EmptyState>{t('none')}</EmptyState>;
          if (found.length > 0) return <FlowTable found={found} />;
          return (
            <EmptyState>
              <p>{t('noneFound')}</p>
              <Button variant="default" onClick={() => setSearch({ q: null })}>
                {t('clear')}
              </Button>
            </EmptyState>
          );
        }}
      </Loaded>
      <MoreOf list={list} />
      {mayEdit && search.has('new') && <NewFlow onClose={() => setSearch({ new: null, from: null })} />}
    </Stack>
  );
}

/** So many rows have a picture: the draft of each is loaded for it. */
const mostPictures = 20;

function FlowTable({ found }: { readonly found: readonly FlowSummary[] }) {
  const { t } = useTranslation(['flows', 'reports']);
  const ran = useLastDays(7, { group: 'flow' });
  return (
    <DataTable
      title={t('title')}
      columns={[
        t('name'),
        t('live'),
        t('draft'),
        t('usedBy'),
        t('reports:flows.sevenDays'),
        t('reports:figures.flowAlone'),
      ]}
    >
      {found.map((flow, n) => (
        <Table.Tr key={flow.id}>
          <Table.Td>
            <Group component="span" gap="sm" wrap="nowrap">
              {n < mostPictures && <Picture flowId={flow.id} />}
              <span>
                <PageLink path={`flows/${flow.id}`}>
                  <bdi>{flow.title ?? flow.id}</bdi>
                </PageLink>
                {flow.title !== null && <bdi className="quiet who-mail">{flow.id}</bdi>}
              </span>
            </Group>
          </Table.Td>
          <Table.Td data-label={t('live')}>
            <Live flow={flow} />
          </Table.Td>
          <Table.Td data-label={t('draft')}>
            <DraftState flow={flow} />
          </Table.Td>
          <Table.Td data-label={t('usedBy')}>
            <UsedBy users={flow.usedBy} />
          </Table.Td>
          <Ran report={ran.data?.body} flowId={flow.id} />
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** The shape of a flow; nothing until it is there. */
function Picture({ flowId }: { readonly flowId: string }) {
  const { data } = useQuery(draftQuery(flowId));
  return <span className="flow-picture">{data && <FlowThumbnail definition={data.body.definition} />}</span>;
}

function UsedBy({ users: usedBy }: { readonly users: FlowSummary['usedBy'] }) {
  const { t } = useTranslation('flows');
  if (usedBy.length === 0) return <span className="quiet">{t('unusedShort')}</span>;
  const counts = (['widget', 'channel', 'flow'] as const).flatMap((kind) => {
    const count = usedBy.filter((user) => user.kind === kind).length;
    return count > 0 ? [t(`users.${kind}`, { count })] : [];
  });
  return <span title={usedBy.map(({ id }) => id).join(', ')}>{counts.join(', ')}</span>;
}

/** Conversations of the last days, and the share resolved by the bot. */
function Ran({ report, flowId }: { readonly report: FiguresAnswer | undefined; readonly flowId: string }) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const row = report?.rows.find(({ label }) => 'flow' in label && label.flow === flowId);
  const { started = 0, ended = 0, flowAlone = 0 } = row?.figures.runs ?? {};
  return (
    <>
      <Table.Td data-label={t('flows.sevenDays')} className="number">
        {report ? numbers.count(started) : t('frame.none')}
      </Table.Td>
      <Table.Td data-label={t('figures.flowAlone')} className="number">
        {ended > 0 ? numbers.share(flowAlone, ended) : t('frame.none')}
      </Table.Td>
    </>
  );
}
