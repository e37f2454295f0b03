/** A channel account, as its sending is steered. */
export interface AccountRef {
  readonly tenantId: string;
  readonly channel: string;
  readonly accountId: string;
}

/** Why and until when an account sends nothing. */
export interface AccountBlock {
  readonly untilMs: number;
  readonly reason: string;
  /** Only somebody who mends a token, a setting or a tenant's state ends it; until then it is tried now and then. */
  readonly held: boolean;
  /** Failures in a row. */
  readonly failures: number;
}

export type SendPermit =
  /**
   * The next send may leave at that time, those behind it at theirs, if it went well. `after` is the block that has just
   * run out: this send alone tries whether it is over.
   */
  | {
      readonly permit: 'granted';
      readonly atMs: number;
      readonly furtherAtMs: readonly number[];
      readonly after: AccountBlock | null;
    }
  /** `isProbed`: the block has run out, and somebody else tries whether it is over. */
  | { readonly permit: 'blocked'; readonly block: AccountBlock; readonly isProbed: boolean }
  /** More sends are reserved than leave within the time given. */
  | { readonly permit: 'crowded' };

/** Spreads an account's sends evenly over time and stops them where it must, over all processes. @see design 5.3 */
export interface SendPacing {
  /**
   * Reserves the next sends of an account, unless it is blocked or their turn comes later than `withinMs`. Only the first
   * of them counts as begun.
   */
  reserve(
    account: AccountRef,
    pace: { readonly perSecond: number; readonly withinMs: number },
    sends?: number,
  ): Promise<SendPermit>;
  /** That a further one of them is begun, which is told with the account's next reservation or failure. */
  noteBegun(account: AccountRef): void;
  /**
   * Reserves a moment for what is no message and may be left out; it never tries whether a block is over.
   * @returns when it may leave; null when the account is blocked, or has no moment within the time given
   */
  reserveAside(
    account: AccountRef,
    pace: { readonly perSecond: number; readonly withinMs: number },
  ): Promise<number | null>;
  /** The block of an account, in force or run out; null when its last sends went well. */
  findBlock(account: AccountRef): Promise<AccountBlock | null>;
  /** Stops an account's sends; never shortens a block that another process has set. */
  block(account: AccountRef, block: AccountBlock): Promise<void>;
  unblock(account: AccountRef): Promise<void>;
  /** Counts a failure that may be one message's own. @returns how many there were with hardly a send between them */
  countFailure(account: AccountRef): Promise<number>;
}
