import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { tabStorage } from '../../../browser/storage.ts';
import { type HandoffRow, type ReplyBody, replyAnswer } from '../../../contract/admin/handoffs.ts';
import { type ApiError, asApiError } from '../../api/api.ts';
import { useConsole } from '../../components/console-context.ts';
import { useKeptKey } from '../../components/kept-state.ts';
import { useInbox } from './inbox-context.ts';
import { tagOf } from './live/inbox-cache.ts';
import { Outbox, outcomeOf, type Pending } from './live/outbox.ts';
import type { ThreadStore } from './live/thread-store.ts';
import { applyConflict, showNow } from './use-inbox-actions.ts';

/** A message that was refused, and goes back to its writer. */
export interface Refused {
  readonly pending: Pending;
  readonly error: ApiError;
}

/** The pending messages of a conversation. */
export interface OutboxView {
  readonly outbox: Outbox;
  readonly pending: readonly Pending[];
  /** Why the last one that may be tried again has failed. */
  readonly error: ApiError | null;
  readonly refused: Refused | null;
  readonly forgetRefused: () => void;
}

/** Sends replies one after the other; what does not get through stays, and what is refused is given back. */
export function useOutbox(conversationId: string, row: HandoffRow | null, thread: ThreadStore): OutboxView {
  const { call } = useConsole();
  const { live } = useInbox();
  const key = useKeptKey(`inbox.${conversationId}.outbox`);
  const latest = useRef(row);
  useEffect(() => {
    latest.current = row;
  });
  const [error, setError] = useState<ApiError | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const outbox = useMemo(() => {
    return new Outbox(tabStorage, key, async (pending) => {
      const shown = latest.current;
      const header = { 'idempotency-key': pending.key, ...(shown && { 'if-match': tagOf(shown) }) };
      try {
        const answered = call('POST', '/v1/admin/conversations/{conversationId}/handoff/reply', replyAnswer, {
          path: { conversationId },
          header,
          body: bodyOf(pending),
        });
        const { body } = await answered.catch((failed) =>
          shown ? applyConflict(live, shown, failed) : Promise.reject(failed),
        );
        thread.add(body.message);
        if (shown) showNow(live, shown, body.handoff);
        setError(null);
        return 'sent';
      } catch (failed) {
        const why = asApiError(failed);
        const outcome = outcomeOf(why);
        if (outcome === 'refused') setRefused({ pending, error: why });
        else setError(why);
        return outcome;
      }
    });
  }, [call, conversationId, key, live, thread]);
  const pending = useStore(outbox.state);
  return { outbox, pending, error, refused, forgetRefused: () => setRefused(null) };
}

function bodyOf({ text, files = [], template, seenSeq }: Pending): ReplyBody {
  if (template) return { template };
  const fileIds = files.map(({ fileId }) => fileId);
  return { ...(text !== '' && { text }), ...(fileIds.length > 0 && { files: fileIds }), seenSeq };
}
