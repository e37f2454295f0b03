import type { ChatMessage, ShownTyping, Tick, WireLine } from './page/protocol.ts';

/** What the phones show, and what went over the wire. */
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
  /** A business writes to somebody. */
  typing(shown: ShownTyping): void;
  log(line: Omit<WireLine, 'id'>): void;
  /** Tells each change until the returned function is called. */
  listen(listener: ChatListener): () => void;
}

export interface ChatListener {
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
