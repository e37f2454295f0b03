import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import type { Call } from '../../api/api.ts';
import { useConsole } from '../../components/console-context.ts';
import { LiveInbox } from './live/live-inbox.ts';
import type { LiveState } from './live/live-state.ts';
import { joinLine } from './live/tab-line.ts';
import { isUnseen } from './use-presence.ts';

/** Conversations that are about to be closed. */
export interface Closing {
  readonly rows: readonly HandoffRow[];
  readonly body: object;
  /** Forgets what was typed for it. */
  readonly onClosed: () => void;
}

/** The context of the inbox. */
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

/**
 * The tenant's live inbox, shared by all tabs; it polls while a component uses it. The number in its name is the version of
 * the messages between tabs: tabs of a release with another version elect their own leader.
 */
export function useLiveInbox(): Omit<InboxContent, 'beginClose'> {
  const { call, session, tenantId } = useConsole();
  const userId = session.user.id;
  const live = useMemo(
    () => sharedInbox(call, `gateway-admin.inbox.2.${tenantId}.${userId}`),
    [call, tenantId, userId],
  );
  useEffect(() => hold(live), [live]);
  const state = useStore(live.state);
  return useMemo(() => ({ live, state, userId }), [live, state, userId]);
}

const shared = new WeakMap<Call, LiveInbox>();
const held = new Map<LiveInbox, { holders: number; readonly stop: () => void }>();

function sharedInbox(call: Call, name: string): LiveInbox {
  const live = shared.get(call) ?? new LiveInbox(call, () => joinLine(name), isUnseen);
  shared.set(call, live);
  return live;
}

function hold(live: LiveInbox): () => void {
  const holding = held.get(live) ?? { holders: 0, stop: live.start() };
  held.set(live, holding);
  holding.holders += 1;
  return () => {
    holding.holders -= 1;
    if (holding.holders > 0) return;
    held.delete(live);
    holding.stop();
  };
}

/** The row of a conversation; null without a handoff. */
export function rowOf({ cache }: LiveState, conversationId: string | undefined): HandoffRow | null {
  return (conversationId !== undefined && cache.get(conversationId)?.handoff) || null;
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
