import { get, createStore as openDatabase, set } from 'idb-keyval';
import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { deviceStorage } from '../../../../browser/storage.ts';
import { draft as draftSchema, flowSummary } from '../../../../contract/admin/flows.ts';
import { type ApiError, asApiError, type Call } from '../../../api/api.ts';
import {
  isWorkForgotten,
  journalName,
  journalStore,
  leftPrefix,
  noteUnsaved,
} from '../../../components/unsaved-work.ts';
import { type FlowDocument, setAt } from '../document/document.ts';
import type { History } from '../document/history.ts';
import type { FlowStore } from '../store/flow-store.ts';
import { isSame, mergeDrafts, type Overlap } from './merge-drafts.ts';

/** A draft as the service has it. */
type Base = StoredWork['base'];
interface Theirs extends Base {
  readonly who: string | null;
}

interface Options {
  readonly store: FlowStore;
  readonly journal: Journal;
  readonly call: Call;
  readonly flowId: string;
  readonly nowMs: () => number;
}

const draftPath = '/v1/admin/flows/{flowId}/draft';
const journalMs = 300;
const pauseMs = 1_500;
const longestMs = 10_000;
const retryMs = 5_000;

/** The draft's fields in the response. */
const content = z.object(draftSchema.shape);

/** Writes what is edited to the device and to the service, one request at a time, and meets what others have saved. */
export class DraftSaver {
  readonly #options: Options;
  #base: Base;
  readonly state = createStore<SavingState>(() => ({
    ...{ saving: { kind: 'saved', atMs: null }, news: null },
    ...{ overlaps: [], who: null, theirs: null },
  }));
  #seen: FlowDocument;
  /** When the first of the changes that are not saved was made. */
  #sinceMs: number | null = null;
  #journalTimer: ReturnType<typeof setTimeout> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  /** The other version of a conflict, until it is resolved. */
  #theirs: Theirs | null = null;
  readonly #stopListening: () => void;

  constructor(base: Base, options: Options) {
    this.#base = base;
    this.#options = options;
    this.#seen = base.document;
    this.#stopListening = options.store.state.subscribe(this.#notice);
  }

  /** Continues with the work stored on the device. @param theirs the service's current draft */
  async resume(theirs: Theirs): Promise<void> {
    this.state.setState({ news: { kind: 'restored' } });
    if (theirs.etag !== this.#base.etag && !this.#meet(theirs)) return;
    this.#notice();
  }

  /** Saves now. Afterwards everything is on the service, or the state says why not. */
  readonly save = (): Promise<void> => {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
      if (this.state.getState().saving.kind === 'saving' && this.#saveTimer === undefined) this.#schedule();
    });
    return this.#running;
  };

  /** Checks whether someone else has saved. */
  readonly look = async (): Promise<void> => {
    if (this.#running || this.#theirs) return;
    const { call, flowId } = this.#options;
    const before = this.#base;
    const { etag } = await call('GET', '/v1/admin/flows/{flowId}', flowSummary, { path: { flowId } });
    if (etag === before.etag || this.#running) return;
    const theirs = await this.#fetch();
    // A save in the meantime has already merged it.
    if (this.#base === before && !this.#running && this.#meet(theirs)) this.#settle();
  };

  /** Takes theirs for these of the overlaps, mine for all others. */
  readonly resolve = async (areTheirs: readonly Overlap[]): Promise<void> => {
    const theirs = this.#theirs;
    if (!theirs) return;
    const { merged } = mergeDrafts(this.#base.document, this.#options.store.document, theirs.document);
    const chosen = areTheirs.reduce((next, { path, theirs: value }) => setAt(next, path, value), merged);
    this.#theirs = null;
    this.#base = theirs;
    this.state.setState({ overlaps: [], theirs: null, saving: { kind: 'saving' } });
    this.#options.store.do({ do: 'merge', merged: chosen });
    this.#settle();
    await this.save();
  };

  /** Takes the draft's new ETag after it was published from here. */
  readonly renumber = (before: string, after: string): void => {
    if (this.#base.etag === before) this.#base = { ...this.#base, etag: after };
  };

  readonly forgetNews = (): void => this.state.setState({ news: null });

  /** Writes to the device at once: the page may be gone the next moment. */
  readonly keep = async (): Promise<void> => {
    clearTimeout(this.#journalTimer);
    this.#journalTimer = undefined;
    const { journal, flowId, store } = this.#options;
    // A device that keeps nothing is no reason to stop: the service is asked all the same.
    await journal
      .write(flowId, { history: store.state.getState(), base: this.#base }, this.#isSaved())
      .catch(() => undefined);
  };

  /** The page is being left: what is not saved is kept before this returns. */
  readonly leave = (): void => {
    const { journal, flowId, store } = this.#options;
    void this.keep();
    if (!this.#isSaved()) journal.leave(flowId, { history: store.state.getState(), base: this.#base });
  };

  stop(): void {
    this.#stopListening();
    clearTimeout(this.#saveTimer);
    void this.keep();
  }

  readonly #notice = (): void => {
    const { document } = this.#options.store;
    if (document === this.#seen) return;
    this.#seen = document;
    this.#journalTimer ??= setTimeout(this.keep, journalMs);
    this.#schedule();
    const { kind } = this.state.getState().saving;
    if (kind !== 'overlap' && kind !== 'kept') this.state.setState({ saving: { kind: 'saving' } });
  };

  #schedule(): void {
    if (this.#theirs) return;
    const nowMs = this.#options.nowMs();
    this.#sinceMs ??= nowMs;
    clearTimeout(this.#saveTimer);
    const waitMs = Math.max(0, Math.min(pauseMs, this.#sinceMs + longestMs - nowMs));
    this.#saveTimer = setTimeout(() => void this.save(), waitMs);
  }

  async #saveAll(): Promise<void> {
    while (!this.#theirs && !this.#isSaved()) if (!(await this.#saveOnce())) return;
    this.#settle();
  }

  /** @returns whether to continue */
  async #saveOnce(): Promise<boolean> {
    const { call, flowId, store } = this.#options;
    const sent = store.document;
    this.state.setState({ saving: { kind: 'saving' } });
    try {
      const options = { path: { flowId }, header: { 'if-match': this.#base.etag }, body: sent };
      const { etag } = await call('PUT', draftPath, content, options);
      this.#base = { document: sent, etag };
      this.#sinceMs = null;
      await this.keep();
      return store.document === sent || this.#saveTimer === undefined;
    } catch (error) {
      return this.#fail(asApiError(error));
    }
  }

  async #fail(error: ApiError): Promise<boolean> {
    if (error.failure === 'changed') {
      const theirs = await this.#fetch().catch((failed: unknown) => asApiError(failed));
      return 'etag' in theirs ? this.#meet(theirs) : this.#fail(theirs);
    }
    await this.keep();
    const mayPass = ['offline', 'outage', 'over', 'tooMany'].includes(error.failure);
    this.state.setState({ saving: mayPass ? { kind: 'kept' } : { kind: 'refused', error } });
    if (mayPass) this.#saveTimer ??= setTimeout(() => void this.save(), retryMs);
    return false;
  }

  /** @returns whether nothing has to be chosen */
  #meet(theirs: Theirs): boolean {
    const { store } = this.#options;
    const { merged, overlaps, theirSteps } = mergeDrafts(
      this.#base.document,
      store.document,
      theirs.document,
    );
    if (overlaps.length > 0) {
      this.#theirs = theirs;
      clearTimeout(this.#saveTimer);
      this.state.setState({
        saving: { kind: 'overlap' },
        overlaps,
        who: theirs.who,
        theirs: theirs.document,
      });
      return false;
    }
    this.#base = theirs;
    if (!isSame(merged, store.document)) store.do({ do: 'merge', merged });
    if (theirSteps.length > 0)
      this.state.setState({ news: { kind: 'merged', who: theirs.who, steps: theirSteps.length } });
    return true;
  }

  async #fetch(): Promise<Theirs> {
    const { call, flowId } = this.#options;
    const { body, etag } = await call('GET', draftPath, draftSchema, { path: { flowId } });
    const { definition, layout, conversations, by } = body;
    return { document: { definition, layout, conversations }, etag, who: by?.email ?? null };
  }

  #isSaved(): boolean {
    return isSame(this.#options.store.document, this.#base.document);
  }

  /** Sets the state to saved, if everything is. */
  #settle(): void {
    if (this.#theirs || !this.#isSaved()) return;
    this.#sinceMs = null;
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    this.state.setState({ saving: { kind: 'saved', atMs: this.#options.nowMs() } });
    void this.keep();
  }
}

/** The saving state. */
type Saving =
  | { readonly kind: 'saved'; readonly atMs: number | null }
  | { readonly kind: 'saving' }
  /** There is no line, or no answer: the device has it. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** A conflict has to be resolved first. */
  | { readonly kind: 'overlap' };

/** Something that happened to the draft without the user's doing. */
type News =
  | { readonly kind: 'restored' }
  | { readonly kind: 'merged'; readonly who: string | null; readonly steps: number };

export interface SavingState {
  readonly saving: Saving;
  readonly news: News | null;
  /** The conflicting edits. */
  readonly overlaps: readonly Overlap[];
  readonly who: string | null;
  /** Their draft, while there is a conflict. */
  readonly theirs: FlowDocument | null;
}

/** Unsaved changes with their undo history, kept on the device. */
export interface StoredWork {
  readonly history: History;
  /** The service's last known draft. */
  readonly base: { readonly document: FlowDocument; readonly etag: string };
}

/** Keeps unsaved work on this device, for one user in one tenant. */
interface Journal {
  readonly read: (flowId: string) => Promise<StoredWork | null>;
  readonly write: (flowId: string, kept: StoredWork, isSaved: boolean) => Promise<void>;
  /** Keeps it before this returns: a page that is left has no time for a database. */
  readonly leave: (flowId: string, kept: StoredWork) => void;
}

const entriesKept = 50;

/** The journal of a user in a tenant; a device that keeps nothing (a private window, a full disk) has an empty one. */
export function openJournal(userId: string, tenantId: string): Journal {
  const database = openDatabase(journalName, journalStore);
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
