import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../../contract/admin/conversations.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { StatusBadge, type Tone } from '../../components/StatusBadge.tsx';
import { useTimes } from '../../components/use-times.ts';

/** How each state is told besides its words. */
const tones: Readonly<Record<ConversationRow['status'], Tone>> = {
  active: 'good',
  waiting: 'warn',
  taken: 'good',
  completed: 'quiet',
  failed: 'bad',
  expired: 'quiet',
};

/** Conversations, each with where its last run stands. */
export function ConversationTable({ rows }: { readonly rows: readonly ConversationRow[] }) {
  const { t } = useTranslation(['reports', 'conversations']);
  return (
    <DataTable
      title={t('conversations:title')}
      columns={[
        t('list.visitor'),
        t('list.status'),
        t('conversations:channel'),
        t('list.position'),
        t('list.messages'),
        t('list.last'),
      ]}
    >
      {rows.map((row) => (
        <Row key={row.runId} row={row} />
      ))}
    </DataTable>
  );
}

function Row({ row }: { readonly row: ConversationRow }) {
  const { t } = useTranslation(['reports', 'conversations']);
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
      <Table.Td data-label={t('list.status')}>
        <StatusBadge tone={tones[status]}>{t(`list.statuses.${status}`)}</StatusBadge>{' '}
        {who !== null && <bdi>{who}</bdi>}
        {failedTurns > 0 && <div className="bad">{t('list.faults', { count: failedTurns })}</div>}
      </Table.Td>
      <Table.Td data-label={t('conversations:channel')}>
        <bdi>{channel}</bdi> {place !== null && <bdi className="quiet">{place}</bdi>}
      </Table.Td>
      <Table.Td data-label={t('list.position')}>
        <bdi>{t('conversations:position', { flow: flow.id, version: flow.version })}</bdi> ·{' '}
        <bdi>{flow.stepId}</bdi>
      </Table.Td>
      <Table.Td data-label={t('list.messages')} className="number">
        {messages.visitor + messages.bot + messages.agent}
      </Table.Td>
      <Table.Td data-label={t('list.last')}>{moment(row.lastActivityAt)}</Table.Td>
    </Table.Tr>
  );
}
