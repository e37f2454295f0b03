import { limits } from '../../contract/limits.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import type { DeliveryCursor } from '../../ports/delivery-cursors.ts';
import type { Gateway } from '../gateway.ts';

type Change = Partial<Omit<DeliveryCursor, 'tenantId' | 'conversationId' | 'version'>>;

/** A conversation's cursor in the hands of one sender: what is noted is saved with the next thing that must be. */
export class HeldCursor {
  #current: DeliveryCursor;
  #isSaved = true;
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

  /** @throws VersionConflictError when somebody else delivers for this conversation */
  async save(change: Change = {}): Promise<void> {
    this.#current = { ...this.#current, ...change, version: this.#current.version + 1 };
    await this.#cursors.save(this.#current);
    this.#isSaved = true;
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
