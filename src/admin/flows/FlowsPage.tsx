import { Badge, Button, Group, Stack, Table, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { FlowSummary } from '../../contract/admin/flows.ts';
import type { FiguresAnswer } from '../../contract/admin/reports.ts';
import { useRole } from '../app/console-context.ts';
import { PageLink } from '../app/PageLink.tsx';
import { PageTitle } from '../app/PageTitle.tsx';
import { StackingTable } from '../app/StackingTable.tsx';
import { useSearch } from '../app/use-path.ts';
import { useTimes } from '../app/use-times.ts';
import { useLastDays } from '../reports/use-last-days.ts';
import { useNumbers } from '../reports/use-numbers.ts';
import { Empty } from '../states/Empty.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { MoreOf } from '../states/MoreOf.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { useTexts } from '../texts/texts.ts';
import { NewFlow } from './create/NewFlow.tsx';
import { flowsQuery } from './queries.ts';

/** The tenant's flows: what is live of each, and what is being changed. */
export function FlowsPage() {
  const { flows } = useTexts();
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
      <Group justify="space-between">
        <PageTitle>{flows.title}</PageTitle>
        {mayEdit && <Button onClick={() => setSearch({ new: '' })}>{flows.create.open}</Button>}
      </Group>
      <search className="filters">
        <TextInput
          type="search"
          label={flows.search}
          value={wanted}
          onChange={(event) => setSearch({ q: event.currentTarget.value || null })}
        />
      </search>
      <Loaded query={list} what={flows.title}>
        {() => {
          if (items.length === 0) return <Empty>{flows.none}</Empty>;
          if (found.length > 0) return <FlowTable found={found} />;
          return (
            <Empty>
              <p>{flows.noneFound}</p>
              <Button variant="default" onClick={() => setSearch({ q: null })}>
                {flows.clear}
              </Button>
            </Empty>
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
  const { flows } = useTexts();
  const { flows: report, figures } = useReportTexts();
  const ran = useLastDays(7, { group: 'flow' });
  return (
    <StackingTable
      title={flows.title}
      columns={[flows.name, flows.live, flows.draft, report.sevenDays, figures.flowAlone]}
    >
      {found.map((flow) => (
        <Table.Tr key={flow.id}>
          <Table.Td>
            <PageLink path={`flows/${flow.id}`}>
              <bdi>{flow.title ?? flow.id}</bdi>
            </PageLink>{' '}
            {flow.title !== null && <bdi className="quiet">{flow.id}</bdi>}
          </Table.Td>
          <Table.Td data-label={flows.live}>
            <Live flow={flow} />
          </Table.Td>
          <Table.Td data-label={flows.draft}>
            <DraftState flow={flow} />
          </Table.Td>
          <Ran report={ran.data?.body} flowId={flow.id} />
        </Table.Tr>
      ))}
    </StackingTable>
  );
}

function Live({ flow: { live, canaryEnded } }: { readonly flow: FlowSummary }) {
  const { flows } = useTexts();
  return (
    <>
      {live.version === null ? (
        <span className="quiet">{flows.notLive}</span>
      ) : (
        <Badge variant="default" size="lg" tt="none">
          {flows.version(live.version)}
        </Badge>
      )}{' '}
      {live.canary && <span className="warn">{flows.canary(live.canary.version, live.canary.percent)}</span>}
      {canaryEnded?.action === 'cancel' && (
        <span className="bad">{flows.rolloutStopped(canaryEnded.version)}</span>
      )}
    </>
  );
}

function DraftState({ flow: { draft } }: { readonly flow: FlowSummary }) {
  const { flows } = useTexts();
  const { moment } = useTimes();
  if (draft === null) return <span className="quiet">{flows.noChanges}</span>;
  return (
    <>
      {flows.edited(draft.by?.email ?? draft.by?.id ?? flows.someone, draft.at ? moment(draft.at) : '–')}{' '}
      {draft.faults > 0 && <strong className="bad">{flows.faults(draft.faults)}</strong>}
    </>
  );
}

/** How often it ran of late, and how often it needed nobody. */
function Ran({ report, flowId }: { readonly report: FiguresAnswer | undefined; readonly flowId: string }) {
  const { flows, figures, frame } = useReportTexts();
  const numbers = useNumbers();
  const row = report?.rows.find(({ label }) => 'flow' in label && label.flow === flowId);
  const { started = 0, ended = 0, flowAlone = 0 } = row?.figures.runs ?? {};
  return (
    <>
      <Table.Td data-label={flows.sevenDays} className="number">
        {report ? numbers.count(started) : frame.none}
      </Table.Td>
      <Table.Td data-label={figures.flowAlone} className="number">
        {ended > 0 ? numbers.share(flowAlone, ended) : frame.none}
      </Table.Td>
    </>
  );
}
