import { randomUuid } from '../browser/random-uuid.ts';
import type { VisitorHandoff } from '../contract/poll.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';
import type { Connection } from './connection.ts';
import type { Identity } from './identity.ts';
import type { Outbox } from './outbox.ts';
import type { Awaited } from './poll-interval.ts';
import type { Entry } from './transcript.ts';
import { TranscriptState } from './transcript-state.ts';

/** All that the view shows. */
export interface ChatView {
  readonly entries: readonly Entry[];
  readonly status: ConversationStatus;
  readonly connection: Connection;
  readonly typing: boolean;
  /** The state of the handoff. */
  readonly handoff: VisitorHandoff | null;
  readonly unread: number;
  /** Whether the visitor's email address is confirmed. */
  readonly hasEmail: boolean;
  readonly expired: boolean;
  readonly started: boolean;
}

/** The line of each direction. */
export interface Lines {
  send: Connection;
  read: Connection;
}

/** One tab's state: the stored conversation, its transcript, and the connection. */
export class ChatState {
  readonly outbox: Outbox;
  readonly identity: Identity;
  readonly lines: Lines = { send: { state: 'good' }, read: { state: 'good' } };
  conversationId: string | null;
  visitorId: string;
  transcript: TranscriptState;
  expired = false;
  handoff: VisitorHandoff | null = null;
  hasEmail = false;
  /**
   * When a message may arrive that the visitor did not trigger, epoch milliseconds; null: never, according to the
   * gateway.
   */
  nextAtMs: number | null;
  /** The visitor opened the chat: load new messages once. */
  isLookedAt = false;
  /** When something has happened last, by this page's clock. */
  lastEventMs = 0;
  /** Whether this page has read all existing messages, so that it only waits for new ones. */
  hasRead = false;

  constructor(outbox: Outbox, identity: Identity) {
    this.outbox = outbox;
    this.identity = identity;
    this.conversationId = identity.conversationId();
    this.visitorId = identity.visitorId();
    this.transcript = new TranscriptState(outbox);
    this.nextAtMs = whenOf(identity.next());
  }

  /** Reloads the store; true if the conversation has changed. */
  reload(): boolean {
    const { identity } = this;
    if (identity.conversationId() === this.conversationId && identity.visitorId() === this.visitorId)
      return false;
    this.conversationId = identity.conversationId();
    this.visitorId = identity.visitorId();
    this.transcript = new TranscriptState(this.outbox);
    this.lines.read = { state: 'good' };
    this.nextAtMs = whenOf(identity.next());
    this.hasRead = false;
    this.handoff = null;
    this.hasEmail = false;
    return true;
  }

  /**
   * Applies the gateway's `next`; the previous release lacks it. Null is believed only of the newest state: a poll
   * too many costs a request, one too few an agent's reply.
   */
  hearNext(next: string | null | undefined, isNewest: boolean): void {
    if (next === null && !isNewest) return;
    this.identity.keepNext(next === undefined ? 'now' : next);
    this.nextAtMs = whenOf(this.identity.next());
  }

  /** Updates the handoff; a gateway of the previous release sends none. Returns whether it has changed. */
  hearHandoff(handoff: VisitorHandoff | null | undefined): boolean {
    if (handoff === undefined || handoff?.tag === this.handoff?.tag) return false;
    this.handoff = handoff;
    return true;
  }

  /** Leaves the conversation; what was not sent yet begins another one, as another request. */
  leave(hasExpired: boolean): void {
    this.expired = hasExpired && this.conversationId !== null;
    this.identity.converse(null);
    this.outbox.restart();
    for (const item of this.outbox.list()) {
      const { state } = item.delivery;
      if (item.start || state === 'accepted' || state === 'answered') this.outbox.remove(item.id);
      else this.outbox.change(item, { posted: null, idempotencyKey: randomUuid() });
    }
  }

  /** Whether a sent message, or its reply, is missing in the log. */
  isAnswerDue(): boolean {
    return this.outbox.list().some(({ delivery: { state } }) => state === 'accepted' || state === 'answered');
  }

  /** What the polling interval depends on. */
  awaited(nowMs: number): Awaited {
    const { transcript, handoff } = this;
    const isAnswerDue = this.isAnswerDue();
    return { status: transcript.status, handoff, isAnswerDue, quietMs: nowMs - this.lastEventMs };
  }

  view(): ChatView {
    const { lines, transcript } = this;
    const entries = transcript.entries();
    const connection = lines.send.state === 'good' ? lines.read : lines.send;
    return {
      entries,
      connection,
      status: transcript.status,
      typing: connection.state === 'good' && this.#isSomebodyWriting(),
      handoff: transcript.status === 'handoff' ? this.handoff : null,
      unread: transcript.unreadAfter(this.identity.readSeq()),
      hasEmail: this.hasEmail,
      expired: this.expired,
      started: this.conversationId !== null,
    };
  }

  #isSomebodyWriting(): boolean {
    if (this.transcript.status === 'handoff') return this.handoff?.typing === true;
    return this.#isReplyDue();
  }

  #isReplyDue(): boolean {
    return this.outbox.list().some(({ delivery: { state } }) => state === 'accepted' || state === 'queued');
  }
}

/** When to poll according to the gateway: at once for `now` or an invalid time; never for null. */
const whenOf = (next: string | null): number | null => (next === null ? null : Date.parse(next) || 0);
