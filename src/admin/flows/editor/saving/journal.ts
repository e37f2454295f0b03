import { createStore, get, set } from 'idb-keyval';
import { isWorkForgotten, journalName, journalStore, noteUnsaved } from '../../../app/unsaved-work.ts';
import type { FlowDocument } from '../document/document.ts';
import type { History } from '../document/history.ts';

/** What the device keeps of a flow until the service has it, with the way back. */
export interface Kept {
  readonly history: History;
  /** What the service had when it was last heard of. */
  readonly base: { readonly document: FlowDocument; readonly etag: string };
}

/** Keeps unsaved work on this device, for one user in one tenant. */
export interface Journal {
  readonly read: (flowId: string) => Promise<Kept | null>;
  readonly write: (flowId: string, kept: Kept, isSaved: boolean) => Promise<void>;
}

const entriesKept = 50;

/** The journal of a user in a tenant; a device that keeps nothing (a private window, a full disk) has an empty one. */
export function openJournal(userId: string, tenantId: string): Journal {
  const store = createStore(journalName, journalStore);
  const keyOf = (flowId: string) => [userId, tenantId, flowId].map(encodeURIComponent).join(' ');
  return {
    read: async (flowId) => (await get<Kept>(keyOf(flowId), store).catch(() => undefined)) ?? null,
    async write(flowId, { history, base }, isSaved) {
      if (isWorkForgotten()) return;
      noteUnsaved(keyOf(flowId), !isSaved);
      const short = {
        ...history,
        past: history.past.slice(-entriesKept),
        future: history.future.slice(-entriesKept),
        typing: null,
      };
      await set(keyOf(flowId), { history: short, base }, store);
    },
  };
}
