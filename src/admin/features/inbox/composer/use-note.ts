import { useRef } from 'react';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { sideEntry } from '../../../../contract/admin/handoffs.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';

/** Writes notes for colleagues beside a conversation. */
export function useNote(conversationId: string): {
  readonly send: (text: string, mention?: readonly string[]) => Promise<boolean>;
  readonly isSending: boolean;
  readonly error: ApiError | null;
} {
  const { call } = useConsole();
  const { send, isPending, error } = useWrite();
  const last = useRef({ text: '', key: '' });
  return {
    isSending: isPending,
    error,
    send: (text, mention = []) => {
      // The same words again are the same note, sent once more.
      if (last.current.text !== text) last.current = { text, key: randomUuid() };
      const body = { text, ...(mention.length > 0 && { mention }) };
      const header = { 'idempotency-key': last.current.key };
      return send(async () => {
        const options = { path: { conversationId }, header, body };
        await call('POST', '/v1/admin/conversations/{conversationId}/handoff/note', sideEntry, options);
        last.current = { text: '', key: '' };
      });
    },
  };
}
