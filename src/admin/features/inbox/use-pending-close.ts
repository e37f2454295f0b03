import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../browser/random-uuid.ts';
import { handoffAnswer } from '../../../contract/admin/handoffs.ts';
import { useConsole } from '../../components/console-context.ts';
import type { Done } from '../../components/notify.tsx';
import type { Closing } from './closing.ts';
import { tagOf } from './live/board.ts';
import type { LiveInbox } from './live/live-inbox.ts';
import { learn, showNow } from './use-desk.ts';

/** How long it can be taken back. */
const undoMs = 5_000;

/** Closes a conversation a moment later, so that it can be taken back; whoever leaves the page means it. */
export function usePendingClose(live: LiveInbox, onDone: (done: Done) => void): (closing: Closing) => void {
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
