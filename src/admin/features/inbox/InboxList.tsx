import { NativeSelect } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { ApiError } from '../../api/api-error.ts';
import { Failure } from '../../components/Failure.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { Rows } from '../../components/Rows.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useInbox, useNow } from './inbox-context.ts';
import { type Board, isMine, rowsOf, type Tab, tabs, waitsSince } from './live/board.ts';
import { useNames } from './use-names.ts';
import { timeSince, urgencyOf } from './waiting.ts';

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

/** What is shown of a list, and how many are to be added to it. */
interface Steady {
  readonly shown: readonly HandoffRow[];
  readonly newcomers: number;
  /** Shows the list as it is. */
  readonly release: () => void;
}

/**
 * Keeps a list's order while somebody points at it, or has the focus in it: nothing moves away under a click.
 * @see console.md 5 "Live"
 */
function useSteady(rows: readonly HandoffRow[], board: Board, place: RefObject<HTMLElement | null>): Steady {
  const isHeld = useHeld(place);
  const held = useRef<readonly HandoffRow[]>(rows);
  const [, redraw] = useState(0);
  if (!isHeld) held.current = rows;
  const known = new Set(held.current.map(({ conversationId }) => conversationId));
  // What has left the list stays in its place, as it is now.
  const shown = held.current.map((row) => board.get(row.conversationId)?.handoff ?? row);
  return {
    shown,
    newcomers: rows.filter(({ conversationId }) => !known.has(conversationId)).length,
    release: () => {
      held.current = rows;
      redraw((n) => n + 1);
    },
  };
}

function useHeld(place: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const look = () => setHeld(element.matches(':hover, :focus-within'));
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
    // The focus has moved only after its event.
    const later = () => setTimeout(look);
    for (const event of events) element.addEventListener(event, later);
    return () => {
      for (const event of events) element.removeEventListener(event, later);
    };
  });
  return isHeld;
}

/** One conversation in a list: how long it waits, who it is, what was said last, who has it. */
function ListRow({ row, nowMs }: { readonly row: HandoffRow; readonly nowMs: number }) {
  const { t } = useTranslation('inbox');
  const { userId } = useInbox();
  const { visitorOf } = useNames();
  const { conversationId, state, owner, offer, visitor, lastText, queue } = row;
  const waits = state === 'requested' || row.waitingSince !== null;
  const sinceMs = Date.parse(waitsSince(row));
  return (
    <PageLink path={`inbox/${encodeURIComponent(conversationId)}${location.search}`} className="inbox-row">
      <span className="inbox-row-top">
        <strong>
          <bdi>{visitorOf(visitor)}</bdi>
        </strong>
        {waits && (
          <span className="inbox-timer" data-urgency={urgencyOf(nowMs - sinceMs)}>
            <span className="only-read">{t('waitsFor')} </span>
            {timeSince(nowMs - sinceMs)}
          </span>
        )}
      </span>
      <span className="inbox-row-text" dir="auto">
        {lastText || row.reason}
      </span>
      <span className="quiet inbox-row-facts">
        {t(`channels.${visitor.channel}`)} · <bdi>{queue}</bdi>
        {state === 'taken' && owner && (
          <> · {isMine(row, userId) ? t('you') : <bdi>{t('with', { name: owner.name })}</bdi>}</>
        )}
        {offer && (
          <> · {offer.userId === userId ? t('keptForYou') : t('keptFor', { name: t('aColleague') })}</>
        )}
      </span>
    </PageLink>
  );
}
