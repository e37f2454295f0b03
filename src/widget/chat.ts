import type { PollResponse } from '../contract/poll.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';
import type { ChatParts, Read, TabMessage } from './chat-parts.ts';
import { ChatReader } from './chat-reader.ts';
import { ChatSender } from './chat-sender.ts';
import { ChatState, type ChatView, type Lines } from './chat-state.ts';
import { type Connection, explainRefusal } from './connection.ts';
import type { PostOutcome, Refused } from './gateway-client.ts';
import type { OutboxItem } from './outbox.ts';
import type { Tabs } from './tabs.ts';

/** The conversation of one widget in one tab: sends, follows, and keeps in step with the other tabs. */
export class Chat {
  readonly #parts: ChatParts;
  readonly #state: ChatState;
  readonly #tabs: Tabs<TabMessage>;
  readonly #reader: ChatReader;
  readonly #sender: ChatSender;

  /** Starts with what the store holds: a conversation is read, what was not sent yet is sent. */
  constructor(parts: ChatParts) {
    const { client, pauses, openTabs } = parts;
    this.#parts = parts;
    this.#state = new ChatState(parts.outbox, parts.identity);
    this.#tabs = openTabs((message) => this.#hear(message));
    this.#sender = new ChatSender({
      state: this.#state,
      client,
      pauses,
      metadata: parts.metadata,
      alone: (work, signal) => this.#tabs.alone('send', work, signal),
      onOutcome: (outcome, item) => this.#posted(outcome, item),
      onConnection: (connection) => this.#setLine('send', connection),
    });
    this.#reader = new ChatReader({
      state: this.#state,
      client,
      pauses,
      alone: (work, signal) => this.#tabs.alone('read', work, signal),
      onRead: (response, since) => this.#read(response, since),
      onRefused: (refused) => this.#refused(refused),
      onConnection: (connection) => this.#setLine('read', connection),
    });
    this.#sender.update();
    this.#reader.update();
  }

  view(): ChatView {
    return this.#state.view();
  }

  send(text: string): void {
    if (this.#state.transcript.status === 'completed') this.#leave(false);
    this.#state.outbox.add(text);
    this.#goOn();
  }

  retry(itemId: string): void {
    this.#state.outbox.requeue(itemId);
    this.#goOn();
  }

  discard(itemId: string): void {
    this.#state.outbox.remove(itemId);
    this.#changed();
  }

  newConversation(): void {
    this.#leave(false);
  }

  identify(visitorId: string): void {
    if (visitorId !== this.#state.identity.visitorId()) this.#become(visitorId, null);
  }

  /** Whom the site vouches for: what the same visitor said before is theirs, what another one said is not. */
  vouch(person: string, newVisitorId: string): void {
    const { identity } = this.#state;
    if ((identity.person() ?? person) !== person) this.#become(newVisitorId, person);
    else identity.vouchedFor(person);
    this.#goOn();
  }

  markRead(): void {
    const { identity, transcript } = this.#state;
    const seq = transcript.shownSeq();
    if (seq <= identity.readSeq()) return;
    identity.markRead(seq);
    this.#changed();
  }

  /** The page is shown or hidden, or the browser is online again. */
  pageChanged(): void {
    // The same person may have written elsewhere meanwhile.
    this.#state.nextAtMs = 0;
    this.#parts.pauses.hurry();
    this.#reader.update();
  }

  stop(): void {
    this.#sender.stop();
    this.#reader.stop();
    this.#parts.pauses.end();
    this.#tabs.close();
  }

  /** What the visitor before has not sent is nobody else's to send. */
  #become(visitorId: string, person: string | null): void {
    for (const { id } of this.#state.outbox.list()) this.#state.outbox.remove(id);
    this.#state.identity.become(visitorId, person);
    this.#leave(false);
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'changed') this.#reload();
    else if (message.conversationId === this.#state.conversationId) this.#take(message);
    if (this.#state.transcript.hasGap()) this.#reader.update(true);
  }

  #changed(): void {
    this.#parts.onChange();
    this.#tabs.tell({ kind: 'changed' });
  }

  /** This tab or another one has changed what the store holds. */
  #reload(): void {
    const isAnother = this.#state.reload();
    this.#state.transcript.settle();
    this.#parts.onChange();
    this.#sender.update();
    this.#reader.update(isAnother);
  }

  #leave(hasExpired: boolean): void {
    this.#state.leave(hasExpired);
    this.#reload();
    this.#changed();
  }

  /** The visitor wants something: also what was given up is tried again. */
  #goOn(): void {
    const { lines } = this.#state;
    for (const line of ['send', 'read'] as const)
      if (lines[line].state === 'unavailable') lines[line] = { state: 'good' };
    this.#changed();
    this.#parts.pauses.hurry();
    this.#sender.update();
    this.#reader.update();
  }

  #setLine(line: keyof Lines, connection: Connection): void {
    const { lines } = this.#state;
    const isBack = lines[line].state === 'lost' && connection.state === 'good';
    lines[line] = connection;
    if (isBack) this.#parts.pauses.hurry();
    this.#parts.onChange();
  }

  #posted(outcome: PostOutcome, item: OutboxItem): void {
    const { outbox, identity } = this.#state;
    const isWanted = outbox.get(item.id)?.idempotencyKey === item.idempotencyKey;
    if (outcome.kind === 'refused') this.#refused(outcome);
    if (isWanted && (outcome.kind === 'answered' || outcome.kind === 'accepted')) {
      if (identity.conversationId() === null) identity.converse(outcome.conversationId);
      this.#state.expired = false;
      this.#reload();
      if (outcome.kind === 'answered') {
        this.#state.hearNext(outcome.next, false);
        this.#setStatus(outcome.status);
      }
    }
    this.#changed();
    this.#reader.update();
  }

  #refused(refused: Refused): void {
    if (refused.code === 'conversation_not_found') {
      this.#leave(true);
      return;
    }
    const { tenant, widget, emit } = this.#parts;
    const detail = explainRefusal(refused, { tenant, widget, origin: location.origin });
    console.error(detail);
    emit('error', { code: refused.code, detail });
  }

  #read(read: PollResponse, since: number): void {
    if (read.conversationId !== this.#state.conversationId) return;
    if (this.#state.hearHandoff(read.handoff) || read.messages.length > 0) {
      this.#tabs.tell({ kind: 'read', ...read });
      this.#take(read);
    }
    if (read.messages.length > 0) return;
    // What another tab has read, or the answer to a message, may have overtaken this.
    const isNewest = since === this.#state.transcript.now();
    this.#state.hearNext(read.next, isNewest);
    if (isNewest) this.#setStatus(read.status);
    this.#reader.update();
  }

  #take({ messages, status, next, handoff }: Read): void {
    this.#state.hearHandoff(handoff);
    const { transcript } = this.#state;
    const { emit, onChange } = this.#parts;
    const [before, moment] = [transcript.status, transcript.now()];
    for (const { id, author, text, timestamp } of transcript.add(messages, status))
      emit('message', { id, author, text, timestamp });
    // A page that brings nothing may be an old one, told late by another tab.
    this.#state.hearNext(next, transcript.now() !== moment);
    transcript.settle();
    if (transcript.status !== before) emit('status', transcript.status);
    onChange();
    this.#reader.update();
  }

  #setStatus(status: ConversationStatus): void {
    const { transcript } = this.#state;
    const before = transcript.status;
    transcript.setStatus(status);
    if (transcript.status === before) return;
    this.#parts.emit('status', transcript.status);
    this.#parts.onChange();
  }
}
