import { createStore, get, set } from 'idb-keyval';
import { deviceStorage } from '../../../../browser/storage.ts';
import {
  isWorkForgotten,
  journalName,
  journalStore,
  leftPrefix,
  noteUnsaved,
} from '../../../components/unsaved-work.ts';
import type { FlowDocument } from '../document/document.ts';
import type { History } from '../document/history.ts';

/** Unsaved changes with their undo history, kept on the device. */
export interface StoredWork {
  readonly history: History;
  /** The service's last known draft. */
  readonly base: { readonly document: FlowDocument; readonly etag: string };
}

/** Keeps unsaved work on this device, for one user in one tenant. */
export interface Journal {
  readonly read: (flowId: string) => Promise<StoredWork | null>;
  readonly write: (flowId: string, kept: StoredWork, isSaved: boolean) => Promise<void>;
  /** Keeps it before this returns: a page that is left has no time for a database. */
  readonly leave: (flowId: string, kept: StoredWork) => void;
}

const entriesKept = 50;

/** The journal of a user in a tenant; a device that keeps nothing (a private window, a full disk) has an empty one. */
export function openJournal(userId: string, tenantId: string): Journal {
  const database = createStore(journalName, journalStore);
  // Without database support, this throws at once.
  const store: typeof database = async (mode, work) => database(mode, work);
  const keyOf = (flowId: string) => [userId, tenantId, flowId].map(encodeURIComponent).join(' ');
  const leftKeyOf = (flowId: string) => leftPrefix + keyOf(flowId);
  return {
    async read(flowId) {
      const left = readLeft(leftKeyOf(flowId));
      if (!left) return (await get<StoredWork>(keyOf(flowId), store).catch(() => undefined)) ?? null;
      await set(keyOf(flowId), left, store).then(
        () => deviceStorage.removeItem(leftKeyOf(flowId)),
        () => undefined,
      );
      return left;
    },
    async write(flowId, kept, isSaved) {
      if (isWorkForgotten()) return;
      noteUnsaved(keyOf(flowId), !isSaved);
      await set(keyOf(flowId), shortened(kept, entriesKept), store);
      deviceStorage.removeItem(leftKeyOf(flowId));
    },
    leave(flowId, kept) {
      if (isWorkForgotten()) return;
      // The quota is about 5 MB for the whole page: the document matters more than its undo history.
      for (const entries of [entriesKept, 0])
        if (deviceStorage.setItem(leftKeyOf(flowId), JSON.stringify(shortened(kept, entries)))) return;
    },
  };
}

function shortened({ history, base }: StoredWork, entries: number): StoredWork {
  const last = <T>(list: readonly T[]) => (entries === 0 ? [] : list.slice(-entries));
  return {
    history: { ...history, past: last(history.past), future: last(history.future), typing: null },
    base,
  };
}

/** Reads the work that a closing page stored itself. */
function readLeft(key: string): StoredWork | null {
  try {
    return JSON.parse(deviceStorage.getItem(key) ?? 'null') as StoredWork | null;
  } catch {
    return null;
  }
}
