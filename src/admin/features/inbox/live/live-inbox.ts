import { createStore } from 'zustand/vanilla';
import {
  type HandoffRow,
  handoffsPage,
  type InboxAnswer,
  inboxAnswer,
} from '../../../../contract/admin/handoffs.ts';
import { asApiError, type Call } from '../../../api/api.ts';
import { listPages } from '../../../api/list-pages.ts';
import { applyUpdates, type InboxUpdate, withListed } from './inbox-cache.ts';
import type { LiveState, TabUpdate, Watch, Watched } from './live-state.ts';
import type { TabLine } from './tab-line.ts';

const relistMs = 60_000;
const longestPauseMs = 30_000;

/**
 * The inbox of one tenant in one browser: the leading tab polls, and updates the others.
 * @see handoff.md 2.1 "One long-poll per browser"
 */
export class LiveInbox {
  readonly #call: Call;
  readonly #join: () => TabLine<TabUpdate>;
  #line: TabLine<TabUpdate> | null = null;
  readonly #isUnseen: () => boolean;
  readonly #nowMs: () => number;
  readonly #watchers = new Set<(conversationId: string, watched: Watched) => void>();
  readonly state = createStore<LiveState>(() => ({
    cache: new Map(),
    queues: [],
    isListed: false,
    stopped: null,
  }));
  #watch: Watch | null = null;
  readonly away = createStore(() => ({ isAway: false }));
  #pause = new AbortController();
  isLeader = false;

  /** @param isUnseen whether all tabs were hidden for long, which sets the agent to away */
  constructor(
    call: Call,
    join: () => TabLine<TabUpdate>,
    isUnseen: () => boolean = () => false,
    nowMs: () => number = Date.now,
  ) {
    this.#call = call;
    this.#join = join;
    this.#isUnseen = isUnseen;
    this.#nowMs = nowMs;
  }

  get #state(): LiveState {
    return this.state.getState();
  }

  /** Subscribes to updates of the watched conversation. */
  onWatched(watcher: (conversationId: string, watched: Watched) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  start(): () => void {
    const line = this.#join();
    this.#line = line;
    line.onMessage((word) => this.#hear(word));
    line.post({ kind: 'hello' });
    line.lead((signal) => this.#lead(signal));
    return () => {
      line.close();
      this.isLeader = false;
      this.#line = null;
    };
  }

  /** Sets the conversation that this tab watches; the next poll requests it. */
  watch(watch: Watch | null): void {
    this.#watch = watch;
    if (!this.isLeader) this.#line?.post({ kind: 'watch', watch });
  }

  /** Agents who are away lose their waiting conversations to others. */
  setAway(isAway: boolean): void {
    this.away.setState({ isAway });
    this.#line?.post({ kind: 'away', isAway });
  }

  /** Does not wait for the next try. */
  again(): void {
    if (this.isLeader) this.#pause.abort();
    else this.#line?.post({ kind: 'again' });
  }

  /** Shows this tab's own changes at once, here and in other tabs. */
  apply(updates: readonly InboxUpdate[]): void {
    this.#line?.post({ kind: 'updates', updates });
    this.#set({ cache: applyUpdates(this.#state.cache, updates) });
  }

  #hear(word: TabUpdate): void {
    switch (word.kind) {
      case 'hello':
        if (!this.isLeader) break;
        this.#line?.post({ kind: 'state', state: this.#state });
        this.#line?.post({ kind: 'away', ...this.away.getState() });
        break;
      case 'again':
        this.#pause.abort();
        break;
      case 'watch':
        this.#watch = word.watch;
        break;
      case 'away':
        this.away.setState({ isAway: word.isAway });
        break;
      case 'state':
        this.#set({ ...word.state, cache: applyUpdates(word.state.cache, [...this.#state.cache.values()]) });
        break;
      case 'updates':
        this.#set({ cache: applyUpdates(this.#state.cache, word.updates) });
        break;
      case 'watched':
        this.#showWatched(word.conversationId, word.watched);
        break;
    }
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.isLeader = true;
    let cursor: string | null = null;
    let listedAtMs = Number.NEGATIVE_INFINITY;
    let pauseMs = 1_000;
    while (!signal.aborted) {
      try {
        const watch = this.#watch;
        const answer: InboxAnswer = await this.#poll(cursor, watch, signal);
        cursor = answer.cursor;
        this.#take(answer, watch);
        if (answer.reset || this.#nowMs() - listedAtMs >= relistMs) {
          listedAtMs = this.#nowMs();
          await this.#list(signal);
        }
        pauseMs = 1_000;
        this.#publish({ stopped: null });
      } catch (error) {
        if (signal.aborted) return;
        const { failure, problem, correlationId: code } = asApiError(error);
        // A cursor of another release: the list is read again.
        if (problem?.code === 'invalid_parameter') cursor = null;
        const sinceMs = this.#state.stopped?.sinceMs ?? this.#nowMs();
        this.#pause = new AbortController();
        this.#publish({ stopped: { sinceMs, failure, code } });
        await pauseFor(pauseMs, AbortSignal.any([signal, this.#pause.signal]));
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
  }

  async #poll(cursor: string | null, watch: Watch | null, signal: AbortSignal): Promise<InboxAnswer> {
    const query = {
      cursor: cursor ?? undefined,
      watch: watch?.conversationId,
      after: watch?.after ?? undefined,
      typing: watch?.isTyping ? '1' : undefined,
      away: this.away.getState().isAway || this.#isUnseen() ? '1' : undefined,
      // After a stop, the poll returns at once to see whether it may continue.
      wait: this.#state.stopped ? '0' : undefined,
    };
    return (await this.#call('GET', '/v1/admin/inbox', inboxAnswer, { query, signal })).body;
  }

  #take({ rows, queues, watched }: InboxAnswer, watch: Watch | null): void {
    if (watched && watch) {
      this.#line?.post({ kind: 'watched', conversationId: watch.conversationId, watched });
      this.#showWatched(watch.conversationId, watched);
      const after = watched.messages.at(-1)?.id ?? watch.after;
      // A tab that sleeps does not say how far it has come.
      if (this.#watch === watch) this.#watch = { ...watch, after, isTyping: watched.typing };
    }
    this.#publish({ cache: applyUpdates(this.#state.cache, rows), queues });
  }

  async #list(signal: AbortSignal): Promise<void> {
    const asked = this.#state.cache;
    const states = ['waiting', 'taken', 'snoozed'] as const;
    const lists = await Promise.all(states.map((state) => listAll(this.#call, state, signal)));
    this.#publish({ cache: withListed(this.#state.cache, asked, lists.flat()), isListed: true });
  }

  /** Sends the leader's state to the other tabs. */
  #publish(change: Partial<LiveState>): void {
    if (this.#set(change)) this.#line?.post({ kind: 'state', state: this.#state });
  }

  #set(change: Partial<LiveState>): boolean {
    const next = { ...this.#state, ...change };
    const isSame = (Object.keys(change) as (keyof LiveState)[]).every((key) =>
      key === 'queues'
        ? JSON.stringify(next.queues) === JSON.stringify(this.#state.queues)
        : next[key] === this.#state[key],
    );
    if (isSame) return false;
    this.state.setState(next, true);
    return true;
  }

  #showWatched(conversationId: string, watched: Watched): void {
    for (const watcher of this.#watchers) watcher(conversationId, watched);
  }
}

const limit = 100;
const mostPages = 10;

/** Returns open handoffs, oldest first, at most 1,000. @throws ApiError */
function listAll(
  call: Call,
  state: 'waiting' | 'taken' | 'snoozed',
  signal: AbortSignal,
): Promise<readonly HandoffRow[]> {
  return listPages(mostPages, (cursor) =>
    call('GET', '/v1/admin/handoffs', handoffsPage, { query: { state, limit, cursor }, signal }),
  );
}

/** Waits; shorter where the page gets a line again, is shown again, or has no more use of it. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
