import { limits } from '../../contract/limits.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import type { Attempt, DeliveryCursor } from '../../ports/delivery-cursors.ts';
import type { Gateway } from '../gateway.ts';

type Reply = { readonly id: string; readonly seq: number };
/** Well before whoever finds a call begun may make it again, its time included. */
const coverMs = 10_000;

type Change = Partial<Omit<DeliveryCursor, 'tenantId' | 'conversationId' | 'version'>>;

/** A conversation's cursor in the hands of one sender: what is noted is saved with the next thing that must be. */
export class HeldCursor {
  #current: DeliveryCursor;
  #isSaved = true;
  /** Up to where, and when, this sender has saved that first calls may be begun. */
  #begun = { through: 0, atMs: 0 };
  readonly #cursors: Gateway['cursors'];

  constructor(cursors: Gateway['cursors'], stored: DeliveryCursor) {
    this.#cursors = cursors;
    this.#current = stored;
  }

  get current(): DeliveryCursor {
    return this.#current;
  }

  /** Remembers a change that may get lost: doing again what led to it does no harm. */
  note(change: Change): void {
    this.#current = { ...this.#current, ...change };
    this.#isSaved = false;
  }

  /** Has what is saved next be kept for as long as the log keeps a turn, and as a reply is tried. */
  outlive({ expiresAtS }: CommittedTurn): void {
    const untilS = expiresAtS + limits.replyLifeMs / 1000;
    this.#current = { ...this.#current, expiresAtS: Math.max(this.#current.expiresAtS ?? 0, untilS) };
  }

  /**
   * Saves that a call is begun, and with it those of the replies behind it: whoever finds them so, looks after each.
   * @param through place of the last reply that is sent by the same sender
   * @throws VersionConflictError when somebody else delivers for this conversation
   */
  async begin({ part, startedAtMs }: Omit<Attempt, 'replyId'>, { id, seq }: Reply, through: number) {
    const attempt = { replyId: id, part, startedAtMs, ...(through > seq && { through }) };
    const isCovered = part === 0 && seq <= this.#begun.through && startedAtMs <= this.#begun.atMs + coverMs;
    if (isCovered) return this.note({ attempt, slotAtMs: null });
    await this.save({ attempt, slotAtMs: null });
    this.#begun = { through, atMs: startedAtMs };
  }

  /** Notes that a reply is done with; whoever died may have begun the next one, too. */
  done({ id, seq }: Reply, next: Reply | undefined): void {
    const { attempt } = this.#current;
    const isOpen = this.#begun.through === 0 && next !== undefined && next.seq <= (attempt?.through ?? 0);
    this.note({
      ...{ doneMessageId: id, doneSequence: seq, trouble: null, slotAtMs: null },
      attempt: attempt && isOpen ? { ...attempt, replyId: next.id, part: 0 } : null,
    });
  }

  /** @throws VersionConflictError when somebody else delivers for this conversation */
  async save(change: Change = {}): Promise<void> {
    this.#current = { ...this.#current, ...change, version: this.#current.version + 1 };
    await this.#cursors.save(this.#current);
    this.#isSaved = true;
    this.#begun = { through: 0, atMs: 0 };
  }

  /** Saves what is noted. @throws VersionConflictError */
  async finish(): Promise<void> {
    if (!this.#isSaved) await this.save();
  }
}

/** The cursor of a conversation that has sent nothing yet. */
export function newCursor(tenantId: string, conversationId: string): DeliveryCursor {
  return { tenantId, conversationId, version: 0, doneMessageId: null, doneSequence: 0, attempt: null };
}
