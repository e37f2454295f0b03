import { Button, Group, Stack } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import { useRole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { LastSevenDays } from '../reports/Counted.tsx';
import { useNumbers } from '../reports/formats.ts';
import { useLastDays } from '../reports/use-figures.ts';
import { NewFlow } from './create/NewFlow.tsx';
import { DraftState, FlowMenu, Live } from './FlowHeader.tsx';
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
          <SearchField label={t('search')} />
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
  const mayEdit = useRole().may('flows:edit');
  const numbers = useNumbers();
  const report = useLastDays(7, { group: 'flow' }).data?.body;
  const runsOf = (id: string) =>
    report?.rows.find(({ label }) => 'flow' in label && label.flow === id)?.figures.runs;
  return (
    <>
      <DataTable
        title={t('title')}
        rows={found}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t('name'),
            cell: ({ id, title }, n) => (
              <Group component="span" gap="sm" wrap="nowrap">
                {n < mostPictures && <Picture flowId={id} />}
                <span>
                  <PageLink path={`flows/${id}`}>
                    <bdi>{title ?? id}</bdi>
                  </PageLink>
                  {title !== null && <bdi className="quiet who-mail">{id}</bdi>}
                </span>
              </Group>
            ),
          },
          { name: t('live'), cell: (flow) => <Live flow={flow} /> },
          { name: t('draft'), cell: (flow) => <DraftState flow={flow} /> },
          {
            name: t('updated'),
            cell: ({ draft, publishedAt }) => {
              const at = draft?.at ?? publishedAt;
              return at ? <RelativeTime at={at} /> : t('reports:frame.none');
            },
          },
          { name: t('usedBy'), cell: ({ usedBy }) => <UsedBy users={usedBy} /> },
          {
            name: t('reports:flows.conversations'),
            isNumber: true,
            cell: ({ id }) => (report ? numbers.count(runsOf(id)?.started ?? 0) : t('reports:frame.none')),
          },
          {
            name: t('reports:figures.flowAlone'),
            isNumber: true,
            cell: ({ id }) => {
              const { flowAlone = 0, ended = 0 } = runsOf(id) ?? {};
              return numbers.share(flowAlone, ended);
            },
          },
        ]}
        {...(mayEdit && { actions: (flow: FlowSummary) => <FlowMenu flow={flow} /> })}
      />
      <LastSevenDays report={report} />
    </>
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
