import type { PollResponse } from '../contract/poll.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';
import type { ChatParts, Read } from './chat-parts.ts';
import type { ChatReader } from './chat-reader.ts';
import type { ChatState } from './chat-state.ts';
import type { PostOutcome } from './gateway-client.ts';
import { keepLog, keptLog } from './kept-log.ts';
import { loggedAnswer } from './logged-answer.ts';
import type { OutboxItem } from './outbox.ts';

export interface LogParts extends Pick<ChatParts, 'tab' | 'emit' | 'onChange'> {
  readonly state: ChatState;
  readonly reader: () => ChatReader;
  /** Sends what this tab has read to the other tabs. */
  readonly post: (read: Read) => void;
}

/** Applies the conversation's messages from any source: a response, a poll, another tab. */
export class ChatLog {
  readonly #parts: LogParts;

  constructor(parts: LogParts) {
    this.#parts = parts;
  }

  /** Shows what the tab's last page has read. */
  restore(): void {
    const { conversationId, transcript } = this.#parts.state;
    if (conversationId === null) return;
    const { messages, status } = keptLog(this.#parts.tab, conversationId);
    transcript.add(messages, status);
  }

  /** Applies a response's messages, which then needn't be read from the log. */
  answered(answer: Extract<PostOutcome, { kind: 'answered' }>, { id, text, start }: OutboxItem): void {
    const { state } = this.#parts;
    const { conversationId, status, next = 'now' } = answer;
    const messages = loggedAnswer(text, answer) ?? [];
    if (start) state.outbox.remove(id);
    if (messages.length === 0 || status === 'handoff') state.isLookedAt = true;
    if (messages.length > 0) this.#share({ conversationId, status, messages, next });
    state.hearNext(next, false);
    this.#setStatus(status);
  }

  /** @param since the moment of the transcript at which it was asked for */
  read(read: PollResponse, since: number): void {
    const { state, reader } = this.#parts;
    if (read.conversationId !== state.conversationId) return;
    const hasEmail = read.emailConfirmed === true;
    if (hasEmail !== state.hasEmail) {
      state.hasEmail = hasEmail;
      this.#parts.onChange();
    }
    if (state.hearHandoff(read.handoff) || read.messages.length > 0) this.#share(read);
    if (read.messages.length > 0) return;
    // Another tab's messages, or a response, may be newer than this.
    const isNewest = since === state.transcript.now();
    state.hearNext(read.next, isNewest);
    if (isNewest) this.#setStatus(read.status);
    reader().update();
  }

  take({ conversationId, messages, status, next, handoff }: Read): void {
    const { state, emit, onChange, tab, reader } = this.#parts;
    if (conversationId !== state.conversationId) return;
    const { transcript } = state;
    const [before, moment] = [transcript.status, transcript.now()];
    state.hearHandoff(handoff);
    state.lastEventMs = Date.now();
    for (const { id, author, text, timestamp } of transcript.add(messages, status))
      emit('message', { id, author, text, timestamp });
    // An empty page may be an old one that another tab sent late.
    state.hearNext(next, transcript.now() !== moment);
    transcript.settle();
    keepLog(tab, { conversationId, status: transcript.status, messages: transcript.log() });
    if (transcript.status !== before) emit('status', transcript.status);
    onChange();
    // Messages were written elsewhere, and this is newer.
    reader().update(transcript.hasGap());
  }

  #share(read: Read): void {
    this.#parts.post(read);
    this.take(read);
  }

  #setStatus(status: ConversationStatus): void {
    const { state, emit, onChange } = this.#parts;
    const { transcript } = state;
    const before = transcript.status;
    transcript.setStatus(status);
    if (transcript.status === before) return;
    emit('status', transcript.status);
    onChange();
  }
}
