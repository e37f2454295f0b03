import { NativeSelect } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { ApiError } from '../../api/api-error.ts';
import { useSearch } from '../../components/navigation.ts';
import { Tabs } from '../../components/Tabs.tsx';
import { Failure } from '../../components/Failure.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useInbox, useNow } from './inbox-context.ts';
import { ListRow } from './ListRow.tsx';
import { rowsOf, type Tab, tabs } from './live/board.ts';
import { useSteady } from './use-steady.ts';

/** The lists of the inbox, one shown; under the pointer, or with the focus in it, none changes its order. */
export function InboxList() {
  const { t } = useTranslation('inbox');
  const { state, userId } = useInbox();
  const [search, setSearch] = useSearch();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'waiting';
  const queue = search.get('queue');
  const of = (one: Tab) => rowsOf(state.board, one, { userId, queue });
  // How many there are is said once it is known.
  const countOf = (one: Tab) => (state.isListed ? ` ${of(one).length}` : '');
  const names = Object.fromEntries(tabs.map((one) => [one, `${t(`tabs.${one}`)}${countOf(one)}`]));
  return (
    <>
      {state.queues.length > 1 && (
        <NativeSelect
          label={t('queue')}
          size="xs"
          data={[
            { value: '', label: t('allQueues') },
            ...state.queues.map(({ name, waiting }) => ({
              value: name,
              label: t('queueWith', { name, waiting }),
            })),
          ]}
          value={queue ?? ''}
          onChange={(event) => setSearch({ queue: event.currentTarget.value || null })}
        />
      )}
      <Tabs
        label={t('lists')}
        names={names as Record<Tab, string>}
        chosen={tab}
        onChoose={(next) => setSearch({ tab: next === 'waiting' ? null : next })}
      >
        <List rows={of(tab)} tab={tab} />
      </Tabs>
    </>
  );
}

function List({ rows, tab }: { readonly rows: readonly HandoffRow[]; readonly tab: Tab }) {
  const { t } = useTranslation(['inbox', 'common']);
  const { live, state } = useInbox();
  const place = useRef<HTMLDivElement>(null);
  const nowMs = useNow();
  const { shown, newcomers, release } = useSteady(rows, state.board, place);
  if (!state.isListed && state.stopped) {
    // A tab of an earlier release tells none.
    const { failure, code = null } = state.stopped;
    const error = new ApiError(failure, null, code);
    return (
      <Failure title={t('common:failed', { what: t('title') })} error={error} onRetry={() => live.again()} />
    );
  }
  if (!state.isListed) return <Rows />;
  const empty = { waiting: t('nobodyWaiting'), mine: t('noneMine'), all: t('noneAtAll') };
  return (
    <div ref={place} className="inbox-list">
      {newcomers > 0 && (
        <button type="button" className="inbox-newcomers" onClick={release}>
          {t('newcomers', { count: newcomers })}
        </button>
      )}
      {shown.length === 0 ? (
        <p className="quiet inbox-empty">{empty[tab]}</p>
      ) : (
        <ul>
          {shown.map((row) => (
            <li key={row.conversationId}>
              <ListRow row={row} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
