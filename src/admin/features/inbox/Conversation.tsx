import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { randomUuid } from '../../../browser/random-uuid.ts';
import type { ConversationView } from '../../../contract/admin/conversations.ts';
import { type HandoffRow, type HandoffView, handoffAnswer } from '../../../contract/admin/handoffs.ts';
import { noContent } from '../../api/api.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { Failure, lazyPart, Rows } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import type { Done } from '../../components/notify.tsx';
import { PageLink } from '../../components/PageHeader.tsx';
import { DetailsPane } from '../conversations/Details.tsx';
import { conversationQuery } from '../conversations/queries.ts';
import { Composer } from './composer/Composer.tsx';
import { rowOf, useInbox } from './inbox-context.ts';
import { isMine, updateOf } from './live/inbox-cache.ts';
import { type ThreadState, ThreadStore } from './live/thread-store.ts';
import { Messages } from './Messages.tsx';
import { Heading } from './Panes.tsx';
import { handoffQuery } from './queries.ts';
import { useMarkSeen } from './seen.ts';
import { TriageBar } from './triage/TriageBar.tsx';
import { movedTo, useInboxActions } from './use-inbox-actions.ts';
import { useNames } from './use-names.ts';
import { useOutbox } from './use-outbox.ts';

/** The open conversation: thread, composer and typing. */
export function Conversation({
  conversationId,
  onDone,
}: {
  readonly conversationId: string;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation(['inbox', 'common']);
  const { state } = useInbox();
  const { may } = useRole();
  const { visitorOf } = useNames();
  const { thread, log } = useThread(conversationId);
  const viewed = useQuery(handoffQuery(conversationId));
  const view = viewed.data?.body.handoff ?? null;
  // Most often it is there before the lists are.
  const row = rowOf(state, conversationId) ?? (state.isListed ? null : view);
  useSeen(row, log);
  useMarkSeen(row);
  const outbox = useOutbox(conversationId, row, thread);
  const [isDetailed, setDetailed] = useState(false);
  const isOver = state.isListed && !row;
  const isGone = viewed.error?.failure === 'gone';
  const over = useQuery({ ...conversationQuery(conversationId), enabled: isOver && !isGone });
  const conversation = over.data?.body ?? null;
  const visitor = row?.visitor ?? (conversation && { id: conversation.userId, name: conversation.name });
  const name = visitor ? visitorOf(visitor) : conversationId;
  return (
    <>
      <section className="inbox-talk" aria-label={t('messages')}>
        <div className="inbox-head">
          <Heading
            {...{ row, name, isDetailed }}
            area="inbox"
            channel={row?.visitor.channel}
            onDetails={() => setDetailed(!isDetailed)}
          />
          {row && <Actions key={row.handoffId} row={row} view={view} onDone={onDone} />}
        </div>
        <TriageBar {...{ conversationId, row, conversation }} />
        {isOver && <WithoutAgent {...{ conversationId, conversation, isGone, onDone }} />}
        {log.error && <Failure error={log.error} onRetry={() => thread.catchUp()} />}
        {log.isRead || log.messages.length > 0 ? (
          <Messages {...{ log, row, outbox, conversationId }} visitor={visitor?.name} />
        ) : (
          !log.error && <Rows />
        )}
        <Composer {...{ row, view, log, outbox, conversationId, name }} />
      </section>
      <DetailsPane
        {...{ conversationId, row, view }}
        conversation={conversation}
        side={log.side}
        isOpen={isDetailed}
      >
        {may('conversations:view') && (
          <PageLink path={`conversations/${encodeURIComponent(conversationId)}`}>{t('transcript')}</PageLink>
        )}
      </DetailsPane>
    </>
  );
}

interface WithoutAgentProps {
  readonly conversationId: string;
  readonly conversation: ConversationView | null;
  readonly isGone: boolean;
  readonly onDone: (done: Done) => void;
}

/** A conversation that no agent has and none is asked for: closed, or with the bot. */
function WithoutAgent({ conversationId, conversation, isGone, onDone }: WithoutAgentProps) {
  const { t } = useTranslation(['inbox', 'common']);
  const { call } = useConsole();
  const { live } = useInbox();
  const write = useWrite();
  if (isGone)
    return (
      <Text className="quiet" px="md" py={8}>
        {t('common:causes.gone')}
      </Text>
    );
  const isWithBot = conversation?.status === 'active';
  const takeOver = () =>
    write.send(async () => {
      const { body } = await call(
        'POST',
        '/v1/admin/conversations/{conversationId}/handoff/take',
        handoffAnswer,
        {
          path: { conversationId },
          header: { 'idempotency-key': randomUuid() },
          body: { takeOver: true },
        },
      );
      if (body.handoff) live.apply([updateOf(body.handoff)]);
      onDone({ text: isWithBot ? t('tookToast') : t('reopenedToast') });
    });
  return (
    <Group gap="sm" px="md" py={8}>
      <span className="quiet">{isWithBot ? t('withBotNow') : t('gone')}</span>
      {conversation && (
        <Button size="compact-md" variant="default" loading={write.isPending} onClick={() => void takeOver()}>
          {isWithBot ? t('takeOver') : t('reopen')}
        </Button>
      )}
      {write.error && <Moved error={write.error} />}
    </Group>
  );
}

const AssignDialog = lazyPart(() => import('./dialogs/AssignDialog.tsx'), 'AssignDialog');
const CloseDialog = lazyPart(() => import('./dialogs/CloseDialog.tsx'), 'CloseDialog');
const ReturnDialog = lazyPart(() => import('./dialogs/ReturnDialog.tsx'), 'ReturnDialog');

interface Props {
  readonly row: HandoffRow;
  readonly view: HandoffView | null;
  readonly onDone: (done: Done) => void;
}

/** The actions of a conversation; another agent's can be read, and taken over by admins. */
function Actions({ row, view, onDone }: Props) {
  const { t } = useTranslation('inbox');
  const { userId } = useInbox();
  const { may } = useRole();
  const write = useWrite();
  const act = useInboxActions();
  const [search, setSearch] = useSearch();
  const [open, setOpen] = useState<'return' | 'assign' | 'close' | null>(null);
  const isOwn = isMine(row, userId);
  const isTaken = row.state === 'taken';
  const mayChange = isOwn || !isTaken || may('users:manage');
  const take = () =>
    write.send(async () => {
      const taken = await act(row, 'take', isTaken ? { takeOver: true } : {});
      const undo = taken && !isTaken ? () => act(row, 'assign', { to: { queue: row.queue } }) : undefined;
      onDone({ text: t('tookToast'), undo });
      // It has left the list of those who wait.
      if (!search.has('tab')) setSearch({ tab: 'mine' });
      document.querySelector<HTMLElement>('.inbox-talk textarea')?.focus();
    });
  const verbs = [
    ['return', 'g', t('giveBack')],
    ['assign', 'h', t('handOver')],
    ['close', 'x', t('close')],
  ] as const;
  const dialog = { rows: [row], view, onDone, onClose: () => setOpen(null) };
  return (
    <div className="inbox-actions" role="toolbar" aria-label={t('actions')}>
      {!isOwn && (
        <Button
          size="compact-md"
          loading={write.isPending}
          disabled={isTaken && !may('users:manage')}
          aria-keyshortcuts="t"
          onClick={() => void take()}
        >
          {isTaken ? t('takeOver') : t('take')} <kbd className="inbox-key">T</kbd>
        </Button>
      )}
      {verbs.map(([name, key, label]) => (
        <Button
          key={name}
          variant="default"
          size="compact-md"
          disabled={!mayChange}
          aria-keyshortcuts={key}
          onClick={() => setOpen(name)}
        >
          {label}
        </Button>
      ))}
      {write.error && <Moved error={write.error} />}
      {open === 'return' && <ReturnDialog {...dialog} />}
      {open === 'assign' && <AssignDialog {...dialog} />}
      {open === 'close' && <CloseDialog {...dialog} />}
    </div>
  );
}

/** Names the teammate who was faster; other errors as everywhere. */
function Moved({ error }: { readonly error: NonNullable<ReturnType<typeof useWrite>['error']> }) {
  const { t } = useTranslation('inbox');
  const now = movedTo(error);
  if (now?.owner)
    return (
      <p role="alert" className="warn hint">
        {t('tookIt', { name: now.owner.name })}
      </p>
    );
  return <Failure error={error} />;
}

/** The messages of the open conversation: loaded to the end, then updated by the poll. */
function useThread(conversationId: string): { readonly thread: ThreadStore; readonly log: ThreadState } {
  const { call } = useConsole();
  const { live, state } = useInbox();
  const thread = useMemo(() => new ThreadStore(conversationId, call), [conversationId, call]);
  const log = useStore(thread.state);
  const after = log.messages.at(-1)?.id ?? null;
  const { isRead, isTyping } = log;

  useEffect(
    () => live.onWatched((id, watched) => void (id === conversationId && thread.hear(watched))),
    [live, thread, conversationId],
  );
  useEffect(() => {
    if (!isRead) return;
    const look = () => {
      if (document.visibilityState === 'visible') live.watch({ conversationId, after, isTyping });
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [live, conversationId, after, isRead, isTyping]);
  useEffect(() => () => live.watch(null), [live]);

  // A message that the pending poll does not cover.
  const row = rowOf(state, conversationId);
  const lastSeq = row?.lastSeq ?? Number.POSITIVE_INFINITY;
  const isStopped = state.stopped !== null;
  useEffect(() => {
    if (!isStopped && lastSeq > thread.lastSeq) void thread.catchUp();
  }, [thread, lastSeq, isStopped]);
  return { thread, log };
}

/**
 * Reports visitor messages on chat apps as read, once each, while they are visible to the assigned agent. Web chat
 * shows no read marks.
 */
function useSeen(row: HandoffRow | null, log: ThreadState): void {
  const { call } = useConsole();
  const { userId } = useInbox();
  const reported = useRef<string | undefined>(undefined);
  const isShown = log.isRead && row !== null && row.visitor.channel !== 'webchat' && isMine(row, userId);
  const lastId = isShown ? log.messages.findLast(({ author }) => author === 'user')?.id : undefined;
  const conversationId = row?.conversationId ?? '';
  useEffect(() => {
    const look = () => {
      if (lastId === undefined || reported.current === lastId || document.visibilityState !== 'visible')
        return;
      reported.current = lastId;
      const options = { path: { conversationId }, body: { on: false, seen: true } } as const;
      const asked = call(
        'POST',
        '/v1/admin/conversations/{conversationId}/handoff/typing',
        noContent,
        options,
      );
      // A mark that is lost comes with the next.
      void asked.catch(() => undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [call, conversationId, lastId]);
}
