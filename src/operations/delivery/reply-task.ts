import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import { type CommittedTurn, followsOn } from '../../domain/conversation.ts';
import type { AccountRef, Attempt, DeliveryCursor } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';

/** The invocation of a function that sends: when its time is over, and what it has sent. */
export interface Invocation {
  /** Epoch milliseconds. */
  readonly untilMs: number;
  /** The last reply that is done with of each conversation, by its key, as it was saved. */
  readonly done: Map<string, { readonly replyId: string; readonly sequence: number }>;
}

/** One reply in the hands of its conversation's sender. */
export interface ReplyTask {
  readonly pending: PendingReply;
  readonly cursor: HeldCursor;
  readonly account: AccountRef;
  readonly invocation: Invocation;
  /** The following replies with the same sender and account. */
  readonly behind: readonly PendingReply[];
  /** Moments of the account that were reserved with an earlier one's, epoch milliseconds. */
  readonly moments: number[];
}

type Reply = { readonly id: string; readonly seq: number };
/** Well before another process may repeat a started call, its duration included. */
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
   * Records that a call and those of the following replies are starting, so that a process that finds them after a crash
   * checks each.
   * @param through place of the last reply that is sent by the same sender
   * @throws VersionConflictError if another process delivers for this conversation
   */
  async begin({ part, startedAtMs }: Omit<Attempt, 'replyId'>, { id, seq }: Reply, through: number) {
    const attempt = { replyId: id, part, startedAtMs, ...(through > seq && { through }) };
    const isCovered = part === 0 && seq <= this.#begun.through && startedAtMs <= this.#begun.atMs + coverMs;
    if (isCovered) return this.note({ attempt, slotAtMs: null });
    await this.save({ attempt, slotAtMs: null });
    this.#begun = { through, atMs: startedAtMs };
  }

  /** Marks a reply as finished; a crashed process may have started the next one, too. */
  done({ id, seq }: Reply, next: Reply | undefined): void {
    const { attempt } = this.#current;
    const isOpen = this.#begun.through === 0 && next !== undefined && next.seq <= (attempt?.through ?? 0);
    this.note({
      ...{ doneMessageId: id, doneSequence: seq, trouble: null, slotAtMs: null },
      attempt: attempt && isOpen ? { ...attempt, replyId: next.id, part: 0 } : null,
    });
  }

  /** @throws VersionConflictError if another process delivers for this conversation */
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

/** A reply of the log that is to be sent. */
export interface PendingReply {
  readonly turn: CommittedTurn;
  readonly reply: LogMessage;
}

/**
 * The replies behind the cursor, in the order of the log, at least up to a sequence; null while the log does not reach
 * it without a gap. What the log holds beyond is sent too: it is committed, and its own event then finds it done. A log
 * that has gone on past the reply asked for, and has it not, was restored to a time before it: it never comes.
 */
export async function pendingReplies(
  { turnLog, nowMs }: Pick<Gateway, 'turnLog' | 'nowMs'>,
  cursor: DeliveryCursor,
  { sequence, replyId }: { readonly sequence: number; readonly replyId: string | null },
): Promise<readonly PendingReply[] | null> {
  const { tenantId, conversationId, doneMessageId, doneSequence } = cursor;
  const pending: PendingReply[] = [];
  let reached = doneMessageId ?? '';
  const isPast = () => replyId !== null && reached > replyId;
  for (;;) {
    const after = reached || null;
    // It was written a moment ago, and a copy that lacks it would cost the reply a wait.
    const turns = await turnLog.read(tenantId, conversationId, after, limits.pollMessages, 'now');
    let isReached = isPast();
    for (const turn of turns) {
      if (!followsOn(turn, reached, nowMs())) return isReached ? pending : null;
      for (const reply of turn.replies) if (reply.seq > doneSequence) pending.push({ turn, reply });
      const last = turn.replies.at(-1) ?? turn.inbound;
      reached = last?.id ?? reached;
      isReached ||= (last !== null && last.seq >= sequence) || isPast();
    }
    if (isReached) return pending;
    if (turns.length === 0) return null;
  }
}

/** Why a conversation's next reply can't leave now. */
export interface Wait {
  readonly untilMs: number;
  readonly reason: string;
  /** It waits for its account without having been tried itself: it keeps its place. */
  readonly isAccounts: boolean;
  /** Known to take longer than the queue should hold it. */
  readonly leavesQueue: boolean;
}

const firstMs = 1_000;
const longestMs = 15 * 60_000;
const longestBlockMs = 2 * 60_000;
/** So that those who failed together don't come back together. */
const jitter = 0.25;

/** The delay after this many rejections: 1, 2, 4 … seconds, or growing by `base`. */
export function replyWaitMs(tries: number, base: 2 | 4, random: () => number): number {
  return growing(tries, base, longestMs, random);
}

/**
 * How long an account is blocked after this many consecutive failures. Then one send tries for all, so it isn't
 * long.
 */
export function blockMs(failures: number, random: () => number): number {
  return growing(failures, 2, longestBlockMs, random);
}

function growing(times: number, base: number, mostMs: number, random: () => number): number {
  return Math.min(mostMs, firstMs * base ** Math.max(0, times - 1) * (1 + jitter * random()));
}

/** The delay for a log whose writer is late: half of the time waited so far, at most two minutes. */
export function logWaitMs(waitedMs: number): number {
  return Math.min(Math.max(firstMs, waitedMs / 2), longestBlockMs);
}
