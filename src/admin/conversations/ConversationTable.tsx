import { Table } from '@mantine/core';
import type { ConversationRow } from '../../contract/admin/conversations.ts';
import { PageLink } from '../app/PageLink.tsx';
import { StackingTable } from '../app/StackingTable.tsx';
import { useTimes } from '../app/use-times.ts';
import { useReportTexts } from '../texts/report-texts.ts';
import { useTexts } from '../texts/texts.ts';

/** How each state is told besides its words. */
const tones: Readonly<Record<ConversationRow['status'], string>> = {
  active: 'good',
  waiting: 'warn',
  taken: 'good',
  completed: 'quiet',
  failed: 'bad',
  expired: 'quiet',
};

/** Conversations, each with where its last run stands. */
export function ConversationTable({ rows }: { readonly rows: readonly ConversationRow[] }) {
  const { conversations } = useTexts();
  const { list } = useReportTexts();
  return (
    <StackingTable
      title={conversations.title}
      columns={[list.visitor, list.status, conversations.channel, list.position, list.messages, list.last]}
    >
      {rows.map((row) => (
        <Row key={row.runId} row={row} />
      ))}
    </StackingTable>
  );
}

function Row({ row }: { readonly row: ConversationRow }) {
  const { conversations } = useTexts();
  const { list } = useReportTexts();
  const { moment } = useTimes();
  const { conversationId, userId, status, owner, queue, channel, place, flow, messages, failedTurns } = row;
  const who = status === 'taken' ? owner : status === 'waiting' ? queue : null;
  return (
    <Table.Tr>
      <Table.Td>
        <PageLink path={`conversations/${encodeURIComponent(conversationId)}`}>
          <bdi>{userId}</bdi>
        </PageLink>
      </Table.Td>
      <Table.Td data-label={list.status}>
        <span className={tones[status]}>{list.statuses[status]}</span> {who !== null && <bdi>{who}</bdi>}
        {failedTurns > 0 && <div className="bad">{list.faults(failedTurns)}</div>}
      </Table.Td>
      <Table.Td data-label={conversations.channel}>
        <bdi>{channel}</bdi> {place !== null && <bdi className="quiet">{place}</bdi>}
      </Table.Td>
      <Table.Td data-label={list.position}>
        <bdi>{conversations.position(flow.id, flow.version)}</bdi> · <bdi>{flow.stepId}</bdi>
      </Table.Td>
      <Table.Td data-label={list.messages} className="number">
        {messages.visitor + messages.bot + messages.agent}
      </Table.Td>
      <Table.Td data-label={list.last}>{moment(row.lastActivityAt)}</Table.Td>
    </Table.Tr>
  );
}
