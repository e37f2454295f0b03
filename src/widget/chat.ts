import type { Tabs } from '../browser/tabs.ts';
import { ChatLog } from './chat-log.ts';
import type { ChatParts, TabMessage } from './chat-parts.ts';
import { ChatReader } from './chat-reader.ts';
import { ChatSender } from './chat-sender.ts';
import { ChatState, type ChatView, type Lines } from './chat-state.ts';
import type { Connection } from './connection.ts';
import { type Earlier, earlierOnes, forgetEarlier, keepEarlier } from './earlier.ts';
import type { PostOutcome, Refused } from './gateway-client.ts';
import { keepLog } from './kept-log.ts';
import type { OutboxItem, SentFile } from './outbox.ts';
import { warnDevelopers } from './warn-developers.ts';

/** The conversation of one widget in one tab: sends, follows, and keeps in step with the other tabs. */
export class Chat {
  readonly #parts: ChatParts;
  readonly #state: ChatState;
  readonly #tabs: Tabs<TabMessage>;
  readonly #reader: ChatReader;
  readonly #sender: ChatSender;
  readonly #log: ChatLog;
  #hasStarted = false;

  /** Starts with what the store holds: a conversation is read, what was not sent yet is sent. */
  constructor(parts: ChatParts) {
    const { client, pauses, openTabs } = parts;
    this.#parts = parts;
    this.#state = new ChatState(parts.outbox, parts.identity);
    this.#tabs = openTabs((message) => this.#hear(message));
    this.#log = new ChatLog({
      ...parts,
      state: this.#state,
      reader: () => this.#reader,
      post: (read) => this.#tabs.post({ kind: 'read', ...read }),
    });
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
      onRead: (response, since) => this.#log.read(response, since),
      onRefused: (refused) => this.#refused(refused),
      onConnection: (connection) => this.#setLine('read', connection),
    });
    this.#log.restore();
    this.#sender.update();
    this.#reader.update();
  }

  view(): ChatView {
    return this.#state.view();
  }

  /** The conversations that were left, the latest first. */
  earlier(): readonly Earlier[] {
    return earlierOnes(this.#parts.store);
  }

  /** The visitor has opened the chat: what is there is read; where nothing is, `starts` has the flow begin. */
  opened(starts: boolean): void {
    const { conversationId, outbox, identity } = this.#state;
    if (conversationId !== null) this.#reader.look();
    if (conversationId !== null || !starts || this.#hasStarted || outbox.list().length > 0) return;
    this.#hasStarted = true;
    identity.keep();
    outbox.addStart();
    this.#retryNow();
  }

  send(text: string, files?: readonly SentFile[], replyTo?: string): void {
    if (this.#state.transcript.status === 'completed') this.#leave(false);
    this.#state.identity.keep();
    this.#state.outbox.add(text, files, replyTo);
    this.#retryNow();
  }

  retry(itemId: string): void {
    this.#state.outbox.requeue(itemId);
    this.#retryNow();
  }

  discard(itemId: string): void {
    this.#state.outbox.remove(itemId);
    this.#changed();
  }

  newConversation(): void {
    this.#leave(false);
  }

  /** Goes back to a conversation that was left. */
  resume(conversationId: string): void {
    this.#setAside();
    keepEarlier(this.#parts.store, conversationId, null);
    this.#state.leave(false);
    this.#state.identity.converse(conversationId);
    this.#reload();
    this.#changed();
    this.#reader.look();
  }

  identify(visitorId: string): void {
    if (visitorId !== this.#state.identity.visitorId()) this.#become(visitorId, null);
  }

  /** The verified visitor: their own earlier messages are kept, those of another visitor are not. */
  vouch(person: string, newVisitorId: string): void {
    const { identity } = this.#state;
    if ((identity.person() ?? person) !== person) this.#become(newVisitorId, person);
    else identity.vouchedFor(person);
    this.#retryNow();
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
    this.#parts.pauses.hurry();
    // The same person may have written elsewhere meanwhile.
    this.#reader.look();
  }

  stop(): void {
    this.#sender.stop();
    this.#reader.stop();
    this.#parts.pauses.end();
    this.#tabs.close();
  }

  /** Unsent messages of the previous visitor are not sent. */
  #become(visitorId: string, person: string | null): void {
    for (const { id } of this.#state.outbox.list()) this.#state.outbox.remove(id);
    this.#leave(false);
    forgetEarlier(this.#parts.store);
    this.#state.identity.become(visitorId, person);
    this.#reload();
    this.#changed();
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'changed') this.#reload();
    else this.#log.take(message);
  }

  #changed(): void {
    this.#parts.onChange();
    this.#tabs.post({ kind: 'changed' });
  }

  /** This tab or another one has changed what the store holds. */
  #reload(): void {
    const isAnother = this.#state.reload();
    if (isAnother) keepLog(this.#parts.tab, null);
    const { conversationId, outbox, transcript } = this.#state;
    transcript.settle();
    // Another tab has read what this one has not.
    if (conversationId !== null && (isAnother || outbox.settledSeq() > transcript.lastSeq()))
      this.#state.isLookedAt = true;
    this.#parts.onChange();
    this.#sender.update();
    this.#reader.update(isAnother);
  }

  #leave(hasExpired: boolean): void {
    if (!hasExpired) this.#setAside();
    this.#hasStarted = hasExpired;
    this.#state.leave(hasExpired);
    this.#reload();
    this.#changed();
  }

  /** Keeps the conversation among those that the visitor may come back to. */
  #setAside(): void {
    const { conversationId, transcript } = this.#state;
    // Visitors recognize their own messages.
    const last =
      transcript.log().findLast(({ author, text }) => author === 'user' && text) ?? transcript.log().at(-1);
    if (conversationId !== null && last) keepEarlier(this.#parts.store, conversationId, last);
  }

  /** The visitor wants something: also what was given up is tried again. */
  #retryNow(): void {
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
      if (identity.conversationId() === null) {
        identity.converse(outcome.conversationId);
        this.#state.reload();
        this.#state.hasRead = true;
      }
      this.#state.expired = false;
      if (outcome.kind === 'answered') this.#log.answered(outcome, item);
      else this.#state.hearNext('now', false);
    }
    this.#reload();
    this.#changed();
  }

  #refused(refused: Refused): void {
    if (refused.code === 'conversation_not_found') this.#leave(true);
    else warnDevelopers(refused, this.#parts);
  }
}
