import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { limits } from '../../../contract/limits.ts';
import { channelNames } from '../../../contract/vocabulary.ts';
import { ApiError } from '../../api/api.ts';
import { Failure, lazyPart, Rows } from '../../components/Loaded.tsx';
import { cleared, useSearch } from '../../components/navigation.ts';
import { type Done, notify } from '../../components/notify.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useChannelName } from './ChannelIcon.tsx';
import { ConversationList } from './ConversationList.tsx';
import { useInbox, useNow } from './inbox-context.ts';
import {
  type InboxCache,
  isMine,
  isUnread,
  mentionOf,
  rowsOf,
  type Tab,
  tabs,
  waitsSince,
} from './live/inbox-cache.ts';
import { closedQuery } from './queries.ts';
import { RowLink } from './RowLink.tsx';
import { seenStore } from './seen.ts';
import { FilterSelect, TriageFilters } from './triage/TriageFilters.tsx';
import { LabelMenu, SnoozeMenu, useTriage } from './triage/triage-menus.tsx';
import { ViewMenu } from './triage/Views.tsx';
import { useAgents, useNames } from './use-names.ts';
import { timeSince, urgencyOf } from './waiting.ts';

/** The default until the queues are loaded. */
const defaultTargetS = limits.answerTargetS;

/** The filters of the address. */
export const filterNames = ['q', 'queue', 'channel', 'agent', 'label', 'priority', 'sort'] as const;

/** The lists of the inbox, one shown; under the pointer, or with the focus in it, none changes its order. */
export function InboxList({ isFiltering }: { readonly isFiltering: boolean }) {
  const { t } = useTranslation('inbox');
  const { state, userId } = useInbox();
  const seen = useStore(seenStore);
  const [search, setSearch] = useSearch();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'waiting';
  const filter = Object.fromEntries(filterNames.map((name) => [name, search.get(name)]));
  const of = (one: Exclude<Tab, 'closed'>) => rowsOf(state.cache, one, { userId, seen, ...filter });
  // The count is shown once it is known; there is little room for those that are often empty.
  const countOf = (one: Tab) => {
    if (!state.isListed || one === 'closed') return '';
    const count = of(one).length;
    return count === 0 && (one === 'mine' || one === 'snoozed') ? '' : ` ${count}`;
  };
  const names = Object.fromEntries(tabs.map((one) => [one, `${t(`tabs.${one}`)}${countOf(one)}`]));
  return (
    <>
      {isFiltering && <Filters />}
      <Tabs
        label={t('lists')}
        names={names as Record<Tab, string>}
        chosen={tab}
        onChoose={(next) => setSearch({ tab: next === 'waiting' ? null : next })}
      >
        {tab === 'closed' ? <Closed /> : <List key={tab} rows={of(tab)} tab={tab} />}
      </Tabs>
    </>
  );
}

/** Conversations that agents have had, the latest first. */
function Closed() {
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
  const empty = (
    <Text className="quiet" py="xl">
      {t('noneClosed')}
    </Text>
  );
  return (
    <ConversationList
      area="inbox"
      what={t('tabs.closed')}
      factsOf={({ queue, owner }) => [queue, owner]}
      {...{ list, rows, empty }}
    />
  );
}

/** Narrows all lists; kept in the address. */
function Filters() {
  const { t } = useTranslation('inbox');
  const channelName = useChannelName();
  const { state } = useInbox();
  const [search, setSearch] = useSearch();
  const agents = useAgents();
  const options = {
    queue: state.queues.map(({ name, waiting }) => ({
      value: name,
      label: t('queueWith', { name, waiting }),
    })),
    channel: channelNames.map((value) => ({ value, label: channelName(value) })),
    agent: [...agents].map(([value, label]) => ({ value, label })),
  };
  return (
    <search className="inbox-filters">
      <SearchField label={t('filters.q')} size="xs" />
      {(['queue', 'channel', 'agent'] as const).map((name) => (
        <FilterSelect
          key={name}
          name={name}
          label={t(`filters.${name}`)}
          all={t(`filters.all.${name}`)}
          options={options[name]}
        />
      ))}
      <TriageFilters />
      <ViewMenu page="inbox" names={['tab', ...filterNames]} />
      {filterNames.some((name) => search.has(name)) && (
        <Button variant="subtle" size="compact-sm" onClick={() => setSearch(cleared(filterNames))}>
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}

interface ListProps {
  readonly rows: readonly HandoffRow[];
  readonly tab: Exclude<Tab, 'closed'>;
}

function List({ rows, tab }: ListProps) {
  const { t } = useTranslation(['inbox', 'common']);
  const { live, state } = useInbox();
  const place = useRef<HTMLDivElement>(null);
  const nowMs = useNow();
  const { shown, newcomers, release } = useSteady(rows, state.cache, place);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  if (!state.isListed && state.stopped) {
    // A tab of an earlier release sends none.
    const { failure, code = null } = state.stopped;
    const error = new ApiError(failure, null, code);
    return (
      <Failure title={t('common:failed', { what: t('title') })} error={error} onRetry={() => live.again()} />
    );
  }
  if (!state.isListed) return <Rows />;
  const listed = new Set(rows.map(({ conversationId }) => conversationId));
  const empty = {
    ...{ waiting: t('nobodyWaiting'), mine: t('noneMine'), all: t('noneAtAll') },
    snoozed: t('triage.noneSnoozed'),
  };
  const toggle = (id: string) =>
    setSelected((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id]));
  return (
    <div ref={place} className="inbox-list" data-selecting={selected.size > 0 || undefined}>
      {newcomers > 0 && (
        <Button variant="outline" size="compact-md" fullWidth mt={8} fw={400} onClick={release}>
          {t('newcomers', { count: newcomers })}
        </Button>
      )}
      <BulkActions
        rows={rows.filter(({ conversationId }) => selected.has(conversationId))}
        onDone={() => setSelected(new Set())}
      />
      {shown.length === 0 ? (
        <Text className="quiet" py="xl">
          {empty[tab]}
        </Text>
      ) : (
        <ul>
          {shown.map((row) => (
            <ListRow
              key={row.conversationId}
              row={row}
              nowMs={nowMs}
              isMoved={!listed.has(row.conversationId)}
              isSelected={selected.has(row.conversationId)}
              onSelect={() => toggle(row.conversationId)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const AssignDialog = lazyPart(() => import('./dialogs/AssignDialog.tsx'), 'AssignDialog');
const CloseDialog = lazyPart(() => import('./dialogs/CloseDialog.tsx'), 'CloseDialog');

interface BulkProps {
  readonly rows: readonly HandoffRow[];
  readonly onDone: () => void;
}

/** The actions on all selected conversations. */
function BulkActions({ rows, onDone }: BulkProps) {
  const { t } = useTranslation('inbox');
  const [open, setOpen] = useState<'assign' | 'close' | null>(null);
  const { triage, write } = useTriage(
    rows.map(({ conversationId }) => conversationId),
    ({ snoozedUntil }) => finish({ text: t(snoozedUntil ? 'triage.snoozedToast' : 'triage.changedToast') }),
  );
  if (rows.length === 0) return null;
  const finish = (done: Done) => {
    notify(done);
    onDone();
  };
  const dialog = { rows, view: null, onDone: finish, onClose: () => setOpen(null) };
  return (
    <Group gap={4} py="xs" role="toolbar" aria-label={t('bulk.label')}>
      <Group w="100%" justify="space-between">
        <span className="hint">{t('bulk.selected', { count: rows.length })}</span>
        <Button size="compact-sm" variant="subtle" onClick={onDone}>
          {t('bulk.clear')}
        </Button>
      </Group>
      <Button size="compact-sm" variant="default" onClick={() => setOpen('assign')}>
        {t('bulk.assign')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setOpen('close')}>
        {t('bulk.close')}
      </Button>
      <LabelMenu chosen={null} onTriage={triage} />
      <SnoozeMenu onTriage={triage} />
      {open === 'assign' && <AssignDialog {...dialog} />}
      {open === 'close' && <CloseDialog {...dialog} onBegun={onDone} />}
      {write.error && <Failure error={write.error} />}
    </Group>
  );
}

/** The displayed list, and the number of new entries. */
interface Steady {
  readonly shown: readonly HandoffRow[];
  readonly newcomers: number;
  /** Shows the current list. */
  readonly release: () => void;
}

/**
 * Keeps a list's order while the pointer or the focus is in it, so that nothing moves under a click.
 * @see console.md 5 "Live"
 */
function useSteady(
  rows: readonly HandoffRow[],
  cache: InboxCache,
  place: RefObject<HTMLElement | null>,
): Steady {
  const isHeld = useHeld(place);
  const held = useRef<readonly HandoffRow[]>(rows);
  const [, redraw] = useState(0);
  if (!isHeld) held.current = rows;
  const known = new Set(held.current.map(({ conversationId }) => conversationId));
  // Rows that have left the list stay in place with their current state.
  const shown = held.current.map((row) => cache.get(row.conversationId)?.handoff ?? row);
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

interface RowProps {
  readonly row: HandoffRow;
  readonly nowMs: number;
  /** It has left the list, and stays in its place while the list is in use. */
  readonly isMoved: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** A conversation in a list: waiting time, visitor, last message and agent. */
function ListRow({ row, nowMs, isMoved, isSelected, onSelect }: RowProps) {
  const { t } = useTranslation('inbox');
  const { state: known, userId } = useInbox();
  const seen = useStore(seenStore);
  const { visitorOf } = useNames();
  const { moment } = useTimes();
  const { conversationId, state, owner, offer, visitor, lastText, queue } = row;
  const name = visitorOf(visitor);
  const waits = row.snoozedUntil === undefined && (state === 'requested' || row.waitingSince !== null);
  const waitedMs = nowMs - Date.parse(waitsSince(row));
  const targetMs = 1_000 * (known.queues.find((one) => one.name === queue)?.targetSeconds ?? defaultTargetS);
  const mention = mentionOf(row, userId, seen);
  const facts = [
    queue,
    state === 'taken' && owner && (isMine(row, userId) ? t('you') : t('with', { name: owner.name })),
    offer && (offer.userId === userId ? t('keptForYou') : t('keptFor', { name: t('aColleague') })),
    mention && t('mentionedBy', { name: mention.by }),
    row.snoozedUntil !== undefined && t('triage.snoozedUntil', { time: moment(row.snoozedUntil) }),
  ];
  return (
    <li className="inbox-item" data-moved={isMoved || undefined}>
      <Checkbox
        size="xs"
        className="inbox-select"
        aria-label={t('bulk.select', { name })}
        checked={isSelected}
        onChange={onSelect}
      />
      <RowLink
        {...{ conversationId, name, facts }}
        area="inbox"
        channel={visitor.channel}
        isUnread={isUnread(row, seen) || mention !== null}
        aside={
          waits && (
            <span className="inbox-timer" data-urgency={urgencyOf(waitedMs, targetMs)}>
              <span className="only-read">{t('waitsFor')} </span>
              {timeSince(waitedMs)}
            </span>
          )
        }
        text={lastText || row.reason}
        labels={row.labels}
        priority={row.priority}
      />
    </li>
  );
}
