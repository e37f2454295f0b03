import { setTimeout as sleep } from 'node:timers/promises';
import type { Courier } from './courier.ts';
import type { Mood } from './hostility.ts';
import type { ChatMessage, PhoneState, ShownTyping, Tick, WireLine } from './page/protocol.ts';
import type { SimulatedAccount, SimulatedUser } from './provider.ts';

/** A message of a business, whose statuses the provider reports. */
export interface SentMessage {
  readonly id: string;
  readonly account: SimulatedAccount;
  readonly user: SimulatedUser;
  /** The business has no phone number of the user. */
  readonly scoped: boolean;
  readonly replyId: string;
}

type State = 'sent' | 'delivered' | 'read' | 'failed';

const stages: Readonly<Record<PhoneState, readonly State[]>> = {
  'in-hand': ['sent', 'delivered', 'read'],
  'in-pocket': ['sent', 'delivered'],
  'switched-off': ['sent'],
  gone: ['failed'],
};

export interface StatusOptions {
  readonly mood: Mood;
  readonly courier: Courier;
  readonly book: ChatBook;
  readonly nowMs: () => number;
  readonly lateMs: number;
}

/** The phones' contents, and the recorded requests. */
export interface ChatBook {
  messages(): readonly ChatMessage[];
  lines(): readonly WireLine[];
  find(id: string): ChatMessage | undefined;
  add(message: ChatMessage): void;
  /** Moves a message's tick; never backwards. */
  tick(id: string, tick: Tick, reason?: string): void;
  /** An empty emoji takes it back. */
  react(id: string, emoji: string): void;
  /** The user has edited or deleted their own message. */
  change(id: string, change: { readonly changed: 'edited' | 'deleted'; readonly text?: string }): void;
  /** A business writes to a user. */
  typing(shown: ShownTyping): void;
  log(line: Omit<WireLine, 'id'>): void;
  /** Calls back on each change until the returned function is called. */
  listen(listener: ChatListener): () => void;
}

interface ChatListener {
  message(message: ChatMessage): void;
  line(line: WireLine): void;
  typing?(shown: ShownTyping): void;
}

const remembered = 5_000;
const ranks: Readonly<Record<Tick, number>> = { waiting: 0, sent: 1, failed: 2, delivered: 3, read: 4 };

/** An empty book. */
export function createChatBook(): ChatBook {
  const messages = new Map<string, ChatMessage>();
  const lines: WireLine[] = [];
  const listeners = new Set<ChatListener>();
  let lastLine = 0;

  const put = (message: ChatMessage) => {
    messages.set(message.id, message);
    const [oldest] = messages.keys();
    if (messages.size > remembered && oldest !== undefined) messages.delete(oldest);
    for (const listener of listeners) listener.message(message);
  };
  return {
    messages: () => [...messages.values()],
    lines: () => lines,
    find: (id) => messages.get(id),
    add: put,
    tick(id, tick, reason) {
      const message = messages.get(id);
      if (!message || ranks[tick] <= ranks[message.tick]) return;
      put({ ...message, tick, ...(reason !== undefined && { reason }) });
    },
    react(id, reaction) {
      const { reaction: _, ...message } = messages.get(id) ?? {};
      if ('id' in message) put({ ...message, ...(reaction !== '' && { reaction }) });
    },
    change(id, { changed, text }) {
      const message = messages.get(id);
      if (!message) return;
      put({ ...message, changed, content: { ...message.content, ...(text !== undefined && { text }) } });
    },
    typing(shown) {
      for (const listener of listeners) listener.typing?.(shown);
    },
    log(line) {
      lastLine += 1;
      const numbered = { ...line, id: lastLine };
      lines.push(numbered);
      if (lines.length > remembered) lines.shift();
      for (const listener of listeners) listener.line(numbered);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Reports the statuses that messages reach in the phone's current state. */
export function statusTeller({ mood, courier, book, nowMs, lateMs }: StatusOptions) {
  const notified = new Map<string, Set<State>>();
  const sent: SentMessage[] = [];
  const late = new Set<Promise<void>>();
  const stopping = new AbortController();

  const refusedLater = new Set<string>();

  const sendState = async (message: SentMessage, state: State) => {
    const { id, account, user, scoped, replyId } = message;
    const isLate = refusedLater.has(id) && state === 'failed';
    const about = { id, account, user, scoped, state, replyId, atMs: nowMs() } as const;
    const item = { kind: 'status', ...about, ...(isLate && { reason: 'window-closed' as const }) } as const;
    const status = await courier.bring(item);
    const reason = isLate ? '131047 Re-engagement message' : '131026 Message undeliverable';
    if (status === 200) book.tick(id, state, state === 'failed' ? reason : undefined);
  };

  /** The remaining states of a message, in the order in which they are reported. */
  const notify = (message: SentMessage) => {
    const known = notified.get(message.id) ?? new Set();
    notified.set(message.id, known);
    // A delivered message can't fail any more.
    const phone = known.has('delivered') && mood.phone === 'gone' ? [] : stages[mood.phone];
    const wanted: readonly State[] = refusedLater.has(message.id) ? ['sent', 'failed'] : phone;
    const next = wanted.filter((state) => !known.has(state));
    for (const state of next) known.add(state);
    const order = mood.rolls('backwardStatuses') ? next.toReversed() : next;
    return Promise.all(order.map((state) => sendState(message, state)));
  };

  const sendLate = async (message: SentMessage) => {
    await sleep(lateMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (!stopping.signal.aborted) await notify(message);
  };

  return {
    /** Reports a message that was just sent. */
    follow(message: SentMessage): void {
      sent.push(message);
      if (mood.rolls('lateRefusals')) refusedLater.add(message.id);
      if (!mood.rolls('lateStatuses')) return void notify(message);
      const work = sendLate(message).finally(() => late.delete(work));
      late.add(work);
    },
    /** Reports the statuses that messages reach in the phone's new state. */
    catchUp(): void {
      for (const message of sent) void notify(message);
    },
    /** Resolves once no status is held back. */
    async settled(): Promise<void> {
      while (late.size > 0) await Promise.all(late);
    },
    stop: () => stopping.abort(),
  };
}
