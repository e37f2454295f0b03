/** One message that asks to be let in. */
export interface AdmissionRequest {
  readonly tenantId: string;
  readonly widgetId: string;
  readonly sessionId: string;
  /** Hash of the idempotency key; absent when the caller sent none. */
  readonly key?: string;
  /** Messages per sliding minute. */
  readonly limit: number;
}

export type Admission =
  /** `stamp` names the entry: epoch milliseconds with a random fraction. */
  | { readonly outcome: 'admitted'; readonly stamp: number }
  /** The key was claimed by the entry with this stamp and is not known to be released. */
  | { readonly outcome: 'claimed'; readonly stamp: number }
  | { readonly outcome: 'limited'; readonly retryAtMs: number };

/** The session's sliding window and its idempotency claims: one conditional write decides both. @see design 2.3, 2.4 */
export interface Admissions {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Takes an entry back, its claim and its place in the window: the request did not run, or was a repeat. */
  release(request: AdmissionRequest, stamp: number): Promise<void>;
}

/** A tenant's messages per minute, drawn from a counter in blocks. @see design 2.4 */
export interface TenantAllowance {
  take(
    tenantId: string,
    limit: number,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly retryAtMs: number }>;
  /** Gives back what a refused message had taken. */
  giveBack(tenantId: string): void;
}
