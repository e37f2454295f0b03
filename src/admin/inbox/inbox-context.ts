import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { HandoffRow } from '../../contract/admin/handoffs.ts';
import { useConsole } from '../app/console-context.ts';
import type { Closing } from './closing.ts';
import { LiveInbox, type LiveState } from './live/live-inbox.ts';
import { joinLine } from './live/tab-line.ts';

/** What every part of the inbox knows. */
export interface InboxContent {
  readonly live: LiveInbox;
  readonly state: LiveState;
  readonly userId: string;
  /** Closes a conversation a moment later. */
  readonly beginClose: (closing: Closing) => void;
}

export const InboxContext = createContext<InboxContent | null>(null);

/** @throws Error outside of the provider */
export function useInbox(): InboxContent {
  const content = useContext(InboxContext);
  if (!content) throw new Error('there is no inbox around it');
  return content;
}

/** The inbox of the tenant that is worked in, live as long as the page is shown. */
export function useLiveInbox(): Omit<InboxContent, 'beginClose'> {
  const { call, session, tenantId } = useConsole();
  const userId = session.user.id;
  const live = useMemo(
    () => new LiveInbox(call, () => joinLine(`gateway-admin.inbox.${tenantId}.${userId}`)),
    [call, tenantId, userId],
  );
  useEffect(() => live.start(), [live]);
  const state = useSyncExternalStore(live.subscribe, live.read);
  return useMemo(() => ({ live, state, userId }), [live, state, userId]);
}

/** What the board says of a conversation; null when no human has it. */
export function rowOf({ board }: LiveState, conversationId: string | undefined): HandoffRow | null {
  return (conversationId !== undefined && board.get(conversationId)?.handoff) || null;
}

/** The time, each second. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
