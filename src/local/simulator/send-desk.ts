import type { SimulatedAccount } from './accounts.ts';
import type { ChatBook } from './chat-book.ts';
import type { Mood } from './hostility.ts';
import type { Refusal } from './provider.ts';
import type { SentMessage } from './statuses.ts';
import type { Users } from './users.ts';
import type { Windows } from './windows.ts';

/** A send that had its effect, as tests look at it. */
export interface TakenSend {
  /** The provider's id. */
  readonly id: string;
  readonly account: string;
  readonly to: string;
  readonly userId: string;
  readonly replyId: string;
  readonly path: string;
  readonly body: unknown;
}

export interface SendDesk {
  readonly mood: Mood;
  readonly book: ChatBook;
  readonly users: Users;
  readonly windows: Windows;
  readonly nowMs: () => number;
  readonly accounts: () => readonly SimulatedAccount[];
  /** Hears of each send that had an effect, once. */
  readonly onTaken: (send: TakenSend, message: SentMessage) => void;
}

/** What a caller gets: an answer, or none although the send had its effect. */
export type SendAnswer = Refusal & {
  readonly lost?: boolean;
  /** Never answered, and without effect. */
  readonly hangs?: boolean;
  readonly retryAfterS?: number;
};
