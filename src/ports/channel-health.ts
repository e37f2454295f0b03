import type { AccountRef } from './send-pacing.ts';

/** How an account's webhook calls have fared of late. */
export interface ChannelHealth {
  readonly acceptedAtMs: number | null;
  /** The last call that named the account and was refused; `reason` is the code of the refusal. */
  readonly refused: { readonly atMs: number; readonly reason: string } | null;
}

/** Notes of webhook calls, for who looks after a channel; each kind once a minute at most, kept for `keptDays`. @see design 9 */
export interface ChannelHealthNotes {
  noteAccepted(account: AccountRef, keptDays: number): Promise<void>;
  noteRefused(account: AccountRef, keptDays: number, reason: string): Promise<void>;
  find(account: AccountRef): Promise<ChannelHealth>;
}
