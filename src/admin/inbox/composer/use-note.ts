import { useRef } from 'react';
import { sideEntry } from '../../../contract/admin/handoffs.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../app/console-context.ts';

/** Writes notes for colleagues beside a conversation. */
export function useNote(conversationId: string): {
  readonly send: (text: string, mention?: readonly string[]) => Promise<boolean>;
  readonly isSending: boolean;
  readonly error: ApiError | null;
} {
  const { call } = useConsole();
  const { send, isSending, error } = useWrite();
  const last = useRef({ text: '', key: '' });
  const path = `/conversations/${encodeURIComponent(conversationId)}/handoff/note`;
  return {
    isSending,
    error,
    send: (text, mention = []) => {
      // The same words again are the same note, sent once more.
      if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
      const body = { text, ...(mention.length > 0 && { mention }) };
      const options = { method: 'POST', body, idempotencyKey: last.current.key } as const;
      return send(async () => {
        await call(path, sideEntry, options);
        last.current = { text: '', key: '' };
      });
    },
  };
}
