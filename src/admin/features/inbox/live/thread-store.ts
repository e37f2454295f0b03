import { createStore } from 'zustand/vanilla';
import { type InboxAnswer, inboxAnswer } from '../../../../contract/admin/handoffs.ts';
import type { LogMessage } from '../../../../contract/poll.ts';
import type { ReadMessage } from '../../../../contract/queue-records.ts';
import { type ApiError, asApiError, type Call } from '../../../api/api.ts';

type Watched = NonNullable<InboxAnswer['watched']>;
export type SideEntry = Watched['side'][number];

/** The state of a watched conversation. */
export interface ThreadState {
  /** In the order of the log. */
  readonly messages: readonly ReadMessage[];
  readonly side: readonly SideEntry[];
  /** The visitor writes just now. */
  readonly isTyping: boolean;
  /** Read to its end once. */
  readonly isRead: boolean;
  readonly error: ApiError | null;
}

const mostReads = 200;

/** The messages of one conversation: each once, in the log's order, however often and in whatever order they come. */
export class ThreadStore {
  readonly conversationId: string;
  readonly #call: Call;
  readonly state = createStore<ThreadState>(() => ({
    messages: [],
    side: [],
    isTyping: false,
    isRead: false,
    error: null,
  }));
  #reading: Promise<void> | null = null;
  #isAskedAgain = false;

  constructor(conversationId: string, call: Call) {
    this.conversationId = conversationId;
    this.#call = call;
  }

  /** The last message that is shown. */
  get after(): string | null {
    return this.state.getState().messages.at(-1)?.id ?? null;
  }

  get lastSeq(): number {
    return this.state.getState().messages.at(-1)?.seq ?? 0;
  }

  /**
   * Applies an update of the poll. It has complete turns, but may start after what this tab has shown; then the
   * gap is loaded.
   */
  hear({ messages, side, typing }: Watched): void {
    const [first] = messages;
    if (first && first.seq > this.lastSeq + 1) void this.catchUp();
    else this.#show(messages);
    this.state.setState({ side, isTyping: typing });
  }

  /** A message of one's own, as the gateway has answered it: shown where nothing lies between. */
  add(message: LogMessage): void {
    if (message.seq === this.lastSeq + 1) this.#show([message]);
    else void this.catchUp();
  }

  /** Reads to the end; asked again meanwhile, it reads once more. */
  catchUp(): Promise<void> {
    if (this.#reading) this.#isAskedAgain = true;
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null;
      if (!this.#isAskedAgain) return;
      this.#isAskedAgain = false;
      void this.catchUp();
    });
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    try {
      for (let n = 0; n < mostReads; n += 1) {
        const { after } = this;
        const query = { wait: '0', watch: this.conversationId, after: after ?? undefined };
        const { watched } = (await this.#call('GET', '/v1/admin/inbox', inboxAnswer, { query })).body;
        if (!watched) break;
        const { messages, side, typing } = watched;
        this.#show(messages, { side, isTyping: typing });
        if (messages.length === 0) break;
      }
      this.state.setState({ isRead: true, error: null });
    } catch (error) {
      this.state.setState({ error: asApiError(error) });
    }
  }

  #show(messages: readonly ReadMessage[], change: Partial<ThreadState> = {}): void {
    this.state.setState((shown) => ({ messages: joined(shown.messages, messages), ...change }));
  }
}

function joined(known: readonly ReadMessage[], fresh: readonly ReadMessage[]): readonly ReadMessage[] {
  const ids = new Set(known.map(({ id }) => id));
  const added = fresh.filter(({ id }) => !ids.has(id));
  return added.length === 0 ? known : [...known, ...added].toSorted((one, other) => one.seq - other.seq);
}
