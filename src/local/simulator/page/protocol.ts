/** What the simulator and its page tell each other; the only file that both see. */

/** How far a message has come, as ticks tell it. */
export type Tick = 'waiting' | 'sent' | 'delivered' | 'read' | 'failed';

/** Types of a file that a chat can hold. */
export type FileType = 'image' | 'audio' | 'video' | 'document' | 'sticker';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly name?: string;
}

/** What a user can say: every type of the providers, and one that nobody knows yet. */
export type UserMessage =
  | { readonly type: 'text'; readonly text: string }
  /** `replyTo` is the message that offers it. */
  | { readonly type: 'button'; readonly id: string; readonly title: string; readonly replyTo?: string }
  | {
      readonly type: 'list';
      readonly id: string;
      readonly title: string;
      readonly description?: string;
      readonly replyTo?: string;
    }
  | {
      readonly type: FileType;
      readonly mimeType?: string;
      readonly caption?: string;
      readonly filename?: string;
      readonly url?: string;
    }
  | ({ readonly type: 'location' } & Place)
  | { readonly type: 'contacts'; readonly names: readonly string[] }
  /** An empty emoji takes the reaction back. */
  | { readonly type: 'reaction'; readonly messageId: string; readonly emoji: string }
  | { readonly type: 'edit'; readonly messageId: string; readonly text: string }
  | { readonly type: 'delete'; readonly messageId: string }
  | { readonly type: 'unsupported' }
  | { readonly type: 'unknown' };

/** A choice under a message that was received. */
export interface ShownChoice {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

/** A message as a phone shows it. */
export interface ShownContent {
  readonly text?: string;
  readonly files?: readonly { readonly type: string; readonly url?: string; readonly caption?: string }[];
  readonly places?: readonly Place[];
  readonly contacts?: readonly string[];
  readonly buttons?: readonly ShownChoice[];
  /** Buttons that open a page. */
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  /** Opened by a button of its own. */
  readonly list?: { readonly button: string; readonly rows: readonly ShownChoice[] };
  /** What can't be shown, in words. */
  readonly note?: string;
}

export interface ChatMessage {
  /** The provider's id. */
  readonly id: string;
  /** Key of the account: `tenant/account`. */
  readonly account: string;
  readonly userId: string;
  readonly author: 'user' | 'business';
  readonly content: ShownContent;
  readonly tick: Tick;
  /** Why it failed. */
  readonly reason?: string;
  /** What the user thinks of it: an emoji. */
  readonly reaction?: string;
  /** What the user has done to their own message since. */
  readonly changed?: 'edited' | 'deleted';
  readonly atMs: number;
}

/** The business writes to a user, until then at most. */
export interface ShownTyping {
  readonly account: string;
  readonly userId: string;
  readonly untilMs: number;
}

export interface ShownAccount {
  readonly key: string;
  readonly channel: string;
  readonly title: string;
  readonly tenantName: string;
}

export interface ShownUser {
  readonly id: string;
  readonly name: string;
}

/** Chances from 0 (never) to 1 (always) of each unkindness. @see issue "Webhooks", item 7 */
export interface Hostility {
  /** A webhook body comes twice at once, and again later. */
  readonly duplicates: number;
  /** What comes together comes in another order. */
  readonly reordering: number;
  /** What comes together shares a body, over numbers and tenants. */
  readonly batches: number;
  /** Bodies hold fields, changes, statuses and messages of types that nobody knows. */
  readonly unknownTypes: number;
  /** A user has no phone number, only an id that the business knows. */
  readonly noPhoneNumbers: number;
  /** A status comes long after. */
  readonly lateStatuses: number;
  /** "Read" comes before "delivered" before "sent". */
  readonly backwardStatuses: number;
  /** A send is refused with 429. */
  readonly tooManyRequests: number;
  /** A send fails with 500. */
  readonly serverErrors: number;
  /** A send has its effect, but its answer never arrives. */
  readonly lostAnswers: number;
  /** A send is accepted and never answered, and has no effect. */
  readonly hangingSends: number;
  /** Nobody takes connections; any chance is always. */
  readonly refusedConnections: number;
  /** A send is refused as too many to this one user. */
  readonly pairLimits: number;
  /** A send is refused with 429, and not to be repeated for 30 seconds. */
  readonly longWaits: number;
  /** A send is taken, and reported as failed afterwards. */
  readonly lateRefusals: number;
  /** A send is refused as more than 24 hours after the user's last message. */
  readonly closedWindows: number;
}

/** Where the phone is, and so how far a message gets. */
export type PhoneState = 'in-hand' | 'in-pocket' | 'switched-off' | 'gone';

/** What the page lets a person choose. */
export interface SimulatorState {
  readonly accounts: readonly ShownAccount[];
  readonly users: readonly ShownUser[];
  readonly hostility: Hostility;
  readonly phone: PhoneState;
}

/** A line about a call that was made. */
export interface WireLine {
  readonly id: number;
  readonly atMs: number;
  readonly direction: 'webhook' | 'send';
  readonly account: string;
  readonly summary: string;
  readonly status: number | 'no answer';
  readonly details: WireDetails;
}

/** What a line opens to. */
export interface WireDetails {
  /** `POST /v1/webhooks/chatapp-a`. */
  readonly call: string;
  readonly request: string;
  readonly answer: string;
  /** Messages that the call speaks of, by the provider's id; `title` tells which is which. */
  readonly messages: readonly WireMessage[];
}

export interface WireMessage {
  readonly title: string;
  readonly account: string;
  readonly id: string;
}

/** One thing that happened to a message in the gateway, in words; `at` is null for what has not. */
export interface WhyStep {
  readonly at: string | null;
  readonly what: string;
  readonly detail: string;
}

/** The first message to the page. */
export interface Snapshot {
  readonly state: SimulatorState;
  readonly messages: readonly ChatMessage[];
  readonly lines: readonly WireLine[];
}

/** Server-sent events by name. */
export interface PageEvents {
  readonly snapshot: Snapshot;
  readonly state: SimulatorState;
  readonly message: ChatMessage;
  readonly line: WireLine;
  readonly typing: ShownTyping;
}

/** Bodies of the page's requests, by the end of their path. */
export interface PageRequests {
  readonly say: { readonly account: string; readonly userId: string; readonly message: UserMessage };
  /** Gives a new user a number. */
  readonly users: { readonly name: string };
  readonly mood: { readonly hostility?: Partial<Hostility>; readonly phone?: PhoneState };
}
