import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sitDown } from '../../components/at-desk.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { type Done, notify } from '../../components/notify.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Conversation } from './Conversation.tsx';
import { InboxList } from './InboxList.tsx';
import { InboxContext, useInbox, useLiveInbox } from './inbox-context.ts';
import './inbox.css';
import { Group } from '@mantine/core';
import { randomUuid } from '../../../browser/random-uuid.ts';
import { handoffAnswer } from '../../../contract/admin/handoffs.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { SegmentedChoice } from '../../components/SegmentedChoice.tsx';
import { useTimes } from '../../components/use-times.ts';
import { AlertsDialog } from './alerts/AlertsDialog.tsx';
import { isSoundOn, useAlertSettings } from './alerts/alert-settings.ts';
import type { Closing } from './closing.ts';
import { tagOf } from './live/board.ts';
import type { LiveInbox } from './live/live-inbox.ts';
import { learn, showNow } from './use-desk.ts';

/** Who waits for a human, the conversation that one has opened, and what is known of its visitor. @see console.md 5 */
export function InboxPage({ conversationId }: { readonly conversationId?: string }) {
  const { tenantId } = useConsole();
  const { t } = useTranslation('inbox');
  const live = useLiveInbox();
  const beginClose = usePendingClose(live.live, notify);
  const content = useMemo(() => ({ ...live, beginClose }), [live, beginClose]);
  useKeys();
  useEffect(() => sitDown(tenantId), [tenantId]);
  return (
    <InboxContext value={content}>
      <div className={conversationId === undefined ? 'inbox' : 'inbox inbox-open'}>
        <section className="inbox-lists" aria-label={t('lists')}>
          <PageTitle>{t('title')}</PageTitle>
          <Desk />
          <InboxList />
        </section>
        {conversationId === undefined ? (
          <div className="inbox-none">
            <EmptyState>{t('choose')}</EmptyState>
          </div>
        ) : (
          <Conversation key={conversationId} conversationId={conversationId} onDone={notify} />
        )}
      </div>
    </InboxContext>
  );
}

/** How long it can be taken back. */
const undoMs = 5_000;

/** Closes a conversation a moment later, so that it can be taken back; whoever leaves the page means it. */
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
    ({ row, body, onClosed }: Closing) => {
      pending.current?.send(false);
      const idempotencyKey = randomUuid();
      const send = async (isLast: boolean) => {
        window.clearTimeout(pending.current?.timer);
        pending.current = null;
        const asked = call('POST', '/v1/admin/conversations/{conversationId}/handoff/close', handoffAnswer, {
          path: { conversationId: row.conversationId },
          header: { 'idempotency-key': idempotencyKey, 'if-match': tagOf(row) },
          body,
          keepalive: isLast,
        });
        try {
          const { body: answer } = await asked.catch((error) => learn(live, row, error));
          showNow(live, row, answer.handoff);
          onClosed();
          onDone({ text: t('closedToast') });
        } catch {
          onDone({ text: t('notClosed') });
        }
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

/** Whether one is there, what makes a sound, and since when nothing has come where that is so. */
function Desk() {
  const { t } = useTranslation(['inbox', 'settings']);
  const { clock } = useTimes();
  const { may } = useRole();
  const { live, state } = useInbox();
  const [settings] = useAlertSettings();
  const { isAway } = useStore(live.away);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Group gap="xs" my="xs">
        <SegmentedChoice
          label={t('presence.label')}
          names={{ here: t('presence.here'), away: t('presence.away') }}
          chosen={isAway ? 'away' : 'here'}
          onChoose={(chosen) => live.setAway(chosen === 'away')}
        />
        <button type="button" className="text-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {isSoundOn(settings) ? t('soundOn') : t('soundOff')}
        </button>
        <PageLink path="saved-replies">{t('savedReplies.title')}</PageLink>
        {may('channels:configure') && <PageLink path="humans">{t('settings:handoff.title')}</PageLink>}
      </Group>
      <div role="status">
        {state.stopped && (
          <p className="inbox-stopped">{t('stopped', { time: clock(state.stopped.sinceMs) })}</p>
        )}
      </div>
      {isOpen && <AlertsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = 'input, textarea, select, [contenteditable]';

/**
 * Single keys of the inbox, off in fields and under dialogs: J and K go through the list; the others press the button that
 * names them.
 * @see console.md 5 "Keys"
 */
function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(fields)) return;
      if (document.querySelector('[role=dialog]')) return;
      const letter = key.toLowerCase();
      const pressed = letter === 'j' || letter === 'k' ? neighbour(letter === 'j' ? 1 : -1) : named(letter);
      if (!pressed) return;
      event.preventDefault();
      pressed.focus();
      pressed.click();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function neighbour(step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('.inbox-list .inbox-row')];
  const at = rows.findIndex((row) => row.hasAttribute('aria-current'));
  if (at === -1) return step === 1 ? rows[0] : rows.at(-1);
  return rows[at + step];
}

function named(letter: string): HTMLElement | null {
  if (!/^[a-z]$/.test(letter)) return null;
  return document.querySelector<HTMLElement>(`.inbox [aria-keyshortcuts="${letter}"]:not(:disabled)`);
}
