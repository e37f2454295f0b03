import { useEffect } from 'react';
import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { deviceStorage } from '../../../browser/storage.ts';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { readKept } from '../../components/use-device-text.ts';
import type { Seen } from './live/inbox-cache.ts';

const key = 'gateway-admin.inbox-seen';
const mostKept = 300;
const kept = z.record(z.string(), z.object({ seq: z.number(), at: z.string() }));

/** How far this device has shown each conversation. */
export const seenStore = createStore<Seen>(() => readKept(kept, deviceStorage.getItem(key), {}));

/** Marks a conversation as seen up to its last message and mention, while the page is in view. */
export function useMarkSeen(row: HandoffRow | null): void {
  const { conversationId, lastSeq } = row ?? {};
  const mentionedAt = row?.mentions?.at(-1)?.at ?? '';
  useEffect(() => {
    const look = () => {
      if (conversationId === undefined || lastSeq === undefined || document.hidden) return;
      const others = Object.entries(seenStore.getState()).filter(([id]) => id !== conversationId);
      const own = { seq: lastSeq, at: mentionedAt };
      const next = Object.fromEntries([...others.slice(-mostKept), [conversationId, own]]);
      deviceStorage.setItem(key, JSON.stringify(next));
      seenStore.setState(next, true);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [conversationId, lastSeq, mentionedAt]);
}
