import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../../contract/admin/conversations.ts';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { closedQuery } from './queries.ts';
import { RowLink } from './RowLink.tsx';
import { useAgents, useNames } from './use-names.ts';

/** Conversations that agents have had, the latest first. */
export function ClosedList() {
  const { t } = useTranslation('inbox');
  const [search] = useSearch();
  const list = useInfiniteQuery(closedQuery);
  const { visitorOf } = useNames();
  const agents = useAgents();
  const { channel, queue, agent, label, priority, q = '' } = Object.fromEntries(search);
  const text = q.trim().toLocaleLowerCase();
  const rows = (list.data ?? []).filter(
    (row) =>
      row.handoffs > 0 &&
      (!channel || row.channel === channel) &&
      (!queue || row.queue === queue) &&
      (!agent || row.owner === agents.get(agent)) &&
      visitorOf({ id: row.userId, name: row.name }).toLocaleLowerCase().includes(text) &&
      (!label || row.labels.includes(label)) &&
      (!priority || row.priority === priority),
  );
  return (
    <div className="inbox-list">
      <Loaded query={list} what={t('tabs.closed')}>
        {() =>
          rows.length === 0 ? (
            <EmptyState>{t('noneClosed')}</EmptyState>
          ) : (
            <ul>
              {rows.map((row) => (
                <ClosedRow key={row.conversationId} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreOf list={list} />
    </div>
  );
}

function ClosedRow({ row }: { readonly row: ConversationRow }) {
  const { conversationId, userId, channel, queue, owner, endedAt, lastActivityAt, labels, priority } = row;
  const name = useNames().visitorOf({ id: userId, name: row.name });
  return (
    <li className="inbox-item">
      <RowLink
        {...{ conversationId, name, channel, labels, priority }}
        aside={
          <span className="quiet hint">
            <RelativeTime at={endedAt ?? lastActivityAt} />
          </span>
        }
        facts={[queue, owner]}
      />
    </li>
  );
}
