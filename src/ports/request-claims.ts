/** An answer as it is given again. */
export interface ClaimedAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type RequestClaim =
  /** `triedSinceMs`: since when, epoch milliseconds, it was tried before without an answer; it may have been done. */
  | { readonly claim: 'taken'; readonly triedSinceMs?: number }
  | { readonly claim: 'answered'; readonly fingerprint: string; readonly answer: ClaimedAnswer }
  | { readonly claim: 'running'; readonly fingerprint: string };

/** Lets a request with an idempotency key run once in 24 hours. @see design 2.3, 9 */
export interface RequestClaims {
  take(key: string, fingerprint: string): Promise<RequestClaim>;
  finish(key: string, fingerprint: string, answer: ClaimedAnswer): Promise<void>;
  /** It was refused: nothing was done. */
  release(key: string): Promise<void>;
  /** It failed and may have been done: it may be sent again at once, and is known as tried then. */
  leave(key: string): Promise<void>;
}
