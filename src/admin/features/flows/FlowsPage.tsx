import { Badge, Button, Stack, Table, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import { useRole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { MoreOf } from '../../components/MoreOf.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { useTimes } from '../../components/use-times.ts';
import { useLastDays } from '../reports/use-last-days.ts';
import { useNumbers } from '../reports/use-numbers.ts';
import { NewFlow } from './create/NewFlow.tsx';
import { flowsQuery } from './queries.ts';

/** The tenant's flows: what is live of each, and what is being changed. */
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
  return (
    <Stack gap="lg">
      <PageHeader title={t('title')}>
        {mayEdit && <Button onClick={() => setSearch({ new: '' })}>{t('create.open')}</Button>}
      </PageHeader>
      <search className="filters">
        <TextInput
          type="search"
          label={t('search')}
          value={wanted}
          onChange={(event) => setSearch({ q: event.currentTarget.value || null })}
        />
      </search>
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
      {mayEdit && search.has('new') && (
        <NewFlow flows={items} onClose={() => setSearch({ new: null, from: null })} />
      )}
    </Stack>
  );
}

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
        t('reports:flows.sevenDays'),
        t('reports:figures.flowAlone'),
      ]}
    >
      {found.map((flow) => (
        <Table.Tr key={flow.id}>
          <Table.Td>
            <PageLink path={`flows/${flow.id}`}>
              <bdi>{flow.title ?? flow.id}</bdi>
            </PageLink>{' '}
            {flow.title !== null && <bdi className="quiet">{flow.id}</bdi>}
          </Table.Td>
          <Table.Td data-label={t('live')}>
            <Live flow={flow} />
          </Table.Td>
          <Table.Td data-label={t('draft')}>
            <DraftState flow={flow} />
          </Table.Td>
          <Ran report={ran.data?.body} flowId={flow.id} />
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function Live({ flow: { live, canaryEnded } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('flows');
  return (
    <>
      {live.version === null ? (
        <span className="quiet">{t('notLive')}</span>
      ) : (
        <Badge variant="default" size="lg" tt="none">
          {t('version', { version: live.version })}
        </Badge>
      )}{' '}
      {live.canary && (
        <span className="warn">
          {t('canary', { version: live.canary.version, percent: live.canary.percent })}
        </span>
      )}
      {canaryEnded?.action === 'cancel' && (
        <span className="bad">{t('rolloutStopped', { version: canaryEnded.version })}</span>
      )}
    </>
  );
}

function DraftState({ flow: { draft } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('flows');
  const { moment } = useTimes();
  if (draft === null) return <span className="quiet">{t('noChanges')}</span>;
  return (
    <>
      {t('edited', {
        who: draft.by?.email ?? draft.by?.id ?? t('someone'),
        when: draft.at ? moment(draft.at) : '–',
      })}{' '}
      {draft.faults > 0 && <strong className="bad">{t('faults', { count: draft.faults })}</strong>}
    </>
  );
}

/** How often it ran of late, and how often it needed nobody. */
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
