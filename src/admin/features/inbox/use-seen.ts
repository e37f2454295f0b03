import { useEffect, useRef } from 'react';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { noContent } from '../../api/api.ts';
import { useConsole } from '../../components/console-context.ts';
import { useInbox } from './inbox-context.ts';
import { isMine } from './live/board.ts';
import type { TalkState } from './live/talk.ts';

/**
 * Tells a chat app that what its visitor wrote was read: once for each message, while it is in view of whoever has the
 * conversation. On web chat nobody is shown that.
 */
export function useSeen(row: HandoffRow | null, said: TalkState): void {
  const { call } = useConsole();
  const { userId } = useInbox();
  const told = useRef<string | undefined>(undefined);
  const isShown = said.isRead && row !== null && row.visitor.channel !== 'webchat' && isMine(row, userId);
  const lastId = isShown ? said.messages.findLast(({ author }) => author === 'user')?.id : undefined;
  const conversationId = row?.conversationId ?? '';
  useEffect(() => {
    const look = () => {
      if (lastId === undefined || told.current === lastId || document.visibilityState !== 'visible') return;
      told.current = lastId;
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
