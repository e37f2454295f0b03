import { ActionIcon, Box, Button, Group, Menu, Text } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { randomUuid } from '../../../browser/random-uuid.ts';
import { handoffAnswer } from '../../../contract/admin/handoffs.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { openInbox } from '../../components/inbox-presence.ts';
import { Rows } from '../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { type Done, notify } from '../../components/notify.tsx';
import { PageTitle } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { InboxResults } from '../search/SearchResults.tsx';
import { AlertsDialog } from './alerts/AlertsDialog.tsx';
import { filterNames, InboxList } from './InboxList.tsx';
import { type Closing, InboxContext, useInbox, useLiveInbox } from './inbox-context.ts';
import { tagOf } from './live/inbox-cache.ts';
import type { LiveInbox } from './live/live-inbox.ts';
import { FilterButton, Panes } from './Panes.tsx';
import { ShortcutSheet, useShortcuts } from './shortcuts.tsx';
import { applyConflict, showNow } from './use-inbox-actions.ts';

/** Loaded beside the list, so that the first conversation opens at once. */
const Conversation = lazyRouteComponent(() => import('./Conversation.tsx'), 'Conversation');

/** The lists of handoffs, the open conversation, and its details. @see console.md 5 */
export function InboxPage({ conversationId }: { readonly conversationId?: string }) {
  const { tenantId } = useConsole();
  const { t } = useTranslation('inbox');
  const live = useLiveInbox();
  const beginClose = usePendingClose(live.live, notify);
  const content = useMemo(() => ({ ...live, beginClose }), [live, beginClose]);
  const [search] = useSearch();
  // A link to a filtered list shows its filters.
  const [isFiltering, setFiltering] = useState(() => filterNames.some((name) => search.has(name)));
  useEffect(() => openInbox(tenantId), [tenantId]);
  useEffect(() => void Conversation.preload?.(), []);
  return (
    <InboxContext value={content}>
      <Panes
        label={t('lists')}
        list={
          <>
            <ListHead isFiltering={isFiltering} onFilter={() => setFiltering(!isFiltering)} />
            <InboxList isFiltering={isFiltering} />
            <InboxResults />
          </>
        }
      >
        {conversationId !== undefined && (
          <Suspense fallback={<Rows />}>
            <Conversation key={conversationId} conversationId={conversationId} onDone={notify} />
          </Suspense>
        )}
      </Panes>
    </InboxContext>
  );
}

/** How long closing can be undone. */
const undoMs = 5_000;

/** Closes conversations a moment later, so that it can be undone; leaving the page confirms it. */
function usePendingClose(live: LiveInbox, onDone: (done: Done) => void): (closing: Closing) => void {
  const { call } = useConsole();
  const { t } = useTranslation('inbox');
  const pending = useRef<{ readonly send: (isLast: boolean) => void; readonly timer: number } | null>(null);
  useEffect(() => {
    const leave = () => pending.current?.send(true);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return useCallback(
    ({ rows, body, onClosed }: Closing) => {
      pending.current?.send(false);
      const keyed = rows.map((row) => ({ row, idempotencyKey: randomUuid() }));
      const close = async ({ row, idempotencyKey }: (typeof keyed)[number], isLast: boolean) => {
        const asked = call('POST', '/v1/admin/conversations/{conversationId}/handoff/close', handoffAnswer, {
          path: { conversationId: row.conversationId },
          header: { 'idempotency-key': idempotencyKey, 'if-match': tagOf(row) },
          body,
          keepalive: isLast,
        });
        const { body: answer } = await asked.catch((error) => applyConflict(live, row, error));
        showNow(live, row, answer.handoff);
      };
      const send = async (isLast: boolean) => {
        window.clearTimeout(pending.current?.timer);
        pending.current = null;
        const closings = await Promise.allSettled(keyed.map((one) => close(one, isLast)));
        const hasFailed = closings.some(({ status }) => status === 'rejected');
        if (!hasFailed) onClosed();
        onDone({ text: hasFailed ? t('notClosed') : t('closedToast') });
      };
      const timer = window.setTimeout(() => void send(false), undoMs);
      pending.current = { send: (isLast) => void send(isLast), timer };
      onDone({
        text: t('closingToast'),
        undo: async () => {
          window.clearTimeout(timer);
          pending.current = null;
        },
      });
    },
    [call, t, live, onDone],
  );
}

/** The agent's presence, and its menu. */
function PresenceMenu() {
  const { t } = useTranslation('inbox');
  const { live } = useInbox();
  const { isAway } = useStore(live.away);
  const presence = { here: t('presence.here'), away: t('presence.away') };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          ms="auto"
          aria-label={`${t('presence.label')}: ${isAway ? presence.away : presence.here}`}
        >
          <Box component="span" me={6} className={`status-dot ${isAway ? 'quiet' : 'good'}`} />
          {isAway ? presence.away : presence.here}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => live.setAway(false)}>{presence.here}</Menu.Item>
        <Menu.Item onClick={() => live.setAway(true)}>{presence.away}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface HeadProps {
  readonly isFiltering: boolean;
  readonly onFilter: () => void;
}

/** The list's head in one line: title, presence, filter and menu; below it, since when live updates have stopped. */
function ListHead({ isFiltering, onFilter }: HeadProps) {
  const { t } = useTranslation(['inbox', 'settings', 'common']);
  const { clock } = useTimes();
  const { may } = useRole();
  const goTo = useGoTo();
  const { state } = useInbox();
  const [open, setOpen] = useState<'alerts' | 'shortcuts' | null>(null);
  useShortcuts(() => setOpen('shortcuts'));
  return (
    <>
      <Group gap={4} wrap="nowrap" mb="xs">
        <PageTitle>{t('title')}</PageTitle>
        <PresenceMenu />
        <FilterButton isOpen={isFiltering} onToggle={onFilter} />
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('more')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpen('alerts')}>{t('alerts.title')}</Menu.Item>
            <Menu.Item onClick={() => goTo('saved-replies')}>{t('savedReplies.title')}</Menu.Item>
            {may('channels:configure') && (
              <Menu.Item onClick={() => goTo('handoff')}>{t('settings:handoff.title')}</Menu.Item>
            )}
            <Menu.Item aria-keyshortcuts="?" onClick={() => setOpen('shortcuts')}>
              {t('shortcuts.title')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <div role="status">
        {state.stopped && (
          <Text className="warn" my={8}>
            {t('stopped', { time: clock(state.stopped.sinceMs) })}
          </Text>
        )}
      </div>
      {open === 'alerts' && <AlertsDialog onClose={() => setOpen(null)} />}
      {open === 'shortcuts' && <ShortcutSheet onClose={() => setOpen(null)} />}
    </>
  );
}
