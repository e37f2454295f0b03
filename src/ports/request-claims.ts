/** An answer as it is given again. */
export interface ClaimedAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type RequestClaim =
  | { readonly claim: 'taken' }
  | { readonly claim: 'answered'; readonly fingerprint: string; readonly answer: ClaimedAnswer }
  | { readonly claim: 'running'; readonly fingerprint: string };

/** Lets a request with an idempotency key run once in 24 hours. @see design 2.3, 9 */
export interface RequestClaims {
  take(key: string, fingerprint: string): Promise<RequestClaim>;
  finish(key: string, fingerprint: string, answer: ClaimedAnswer): Promise<void>;
  release(key: string): Promise<void>;
}
