/** One message that asks to be let in. */
export interface AdmissionRequest {
  readonly tenantId: string;
  readonly widgetId: string;
  readonly sessionId: string;
  readonly conversationId: string;
  /** Hash of the idempotency key; absent when the caller sent none. */
  readonly key?: string;
  /** Messages per sliding minute. */
  readonly limit: number;
}

/** What a session is told, and where its answers are: its home is the conversation that it wrote to first. */
export type Admission = { readonly home: string } & Outcome;

type Outcome =
  /** `stamp` names the entry: epoch milliseconds with a random fraction. */
  | {
      readonly outcome: 'admitted';
      readonly stamp: number;
      readonly firstOfSession: boolean;
      /** Whether no other message of the session can be running. */
      readonly isAlone: boolean;
      /** Messages that the session has left in its minute. */
      readonly left: number;
      /** When one of its places is free again. */
      readonly freeAtMs: number;
    }
  /** The key was claimed by the entry with this stamp and is not known to be released. */
  | { readonly outcome: 'claimed'; readonly stamp: number }
  | { readonly outcome: 'limited'; readonly retryAtMs: number };

/** The session's sliding window and its idempotency claims: one conditional write decides both. @see design 2.3, 2.4 */
export interface Admissions {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** What this process has just been told of a limited session; null when it must ask. */
  knownLimit(request: AdmissionRequest): { readonly retryAtMs: number; readonly home: string } | null;
  /** The conversation that the session wrote to first, or the request's own. */
  homeOf(request: AdmissionRequest): Promise<string>;
  /** Takes an entry back, its claim and its place in the window: the request did not run, or was a repeat. */
  release(request: AdmissionRequest, stamp: number): Promise<void>;
  /** Takes the claim back and leaves the place: the request failed by the visitor's own doing and may be repeated. */
  releaseClaim(request: AdmissionRequest, stamp: number): Promise<void>;
  /** Makes the request's conversation the home of its session, if that is still the one given; null: the session has none then. */
  moveHome(request: AdmissionRequest, from: string, to: string | null): Promise<void>;
}

/** Whether a tenant has a message left in its minute. */
export type Taken = { readonly ok: true } | Refused;

/** `of`: the address has used up its share, though the tenant has messages left. */
export interface Refused {
  readonly ok: false;
  readonly retryAtMs: number;
  readonly of?: 'address';
}

/** What a tenant may have in a window of time. @see design 2.4 */
export interface TenantAllowance {
  take(tenantId: string, limit: number): Promise<Taken>;
  /** Gives back what a refused message had taken. */
  giveBack(tenantId: string): Promise<void>;
}

/** A tenant's messages per minute. An address, by its salted hash, is held to its share; null: nobody is. @see design 2.4 */
export interface MessageAllowance {
  take(tenantId: string, limit: number, address: string | null): Promise<Taken>;
  /** What this process knows to be refused; null when it must ask. */
  knownRefusal(tenantId: string, limit: number, address: string | null): Refused | null;
  giveBack(tenantId: string, address: string | null): Promise<void>;
}
