import * as z from 'zod/mini';

/** The protocol between the simulator and its page; the only file that both import, the page for types only. */

/** A message's status, as ticks show it. */
export type Tick = 'waiting' | 'sent' | 'delivered' | 'read' | 'failed';

/** Types of a file that a chat can hold. */
export const fileTypes = ['image', 'audio', 'video', 'document', 'sticker'] as const;
export type FileType = (typeof fileTypes)[number];

const words = z.string().check(z.minLength(1), z.maxLength(4096));
const optional = z.exactOptional(words);
const place = { latitude: z.number(), longitude: z.number(), name: optional };
export type Place = z.infer<ReturnType<typeof z.object<typeof place>>>;

/** A user's message: every type of the providers, and an unknown one. `{"type":"text","text":"hello"}` */
const userMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: words }),
  /** `replyTo` is the message that offers it. */
  z.object({ type: z.literal('button'), id: words, title: words, replyTo: optional }),
  z.object({ type: z.literal('list'), id: words, title: words, description: optional, replyTo: optional }),
  z.object({
    type: z.enum(fileTypes),
    mimeType: optional,
    caption: optional,
    filename: optional,
    url: optional,
  }),
  z.object({ type: z.literal('location'), ...place }),
  z.object({ type: z.literal('contacts'), names: z.array(words) }),
  /** An empty emoji takes the reaction back. */
  z.object({ type: z.literal('reaction'), messageId: words, emoji: z.string() }),
  z.object({ type: z.literal('edit'), messageId: words, text: words }),
  z.object({ type: z.literal('delete'), messageId: words }),
  z.object({ type: z.literal('unsupported') }),
  z.object({ type: z.literal('unknown') }),
]);
export type UserMessage = z.infer<typeof userMessage>;

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
  /** A description of content that can't be displayed. */
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
  /** The user's reaction: an emoji. */
  readonly reaction?: string;
  /** What the user later did to their message. */
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

const chance = z.number().check(z.gte(0), z.lte(1));

/** Chances from 0 (never) to 1 (always) of each unkindness. @see issue "Webhooks", item 7 */
export const hostility = z.strictObject({
  /** A webhook body comes twice at once, and again later. */
  duplicates: chance,
  /** Shuffles concurrent events. */
  reordering: chance,
  /** Puts concurrent events into one body, across numbers and tenants. */
  batches: chance,
  /** Bodies contain unknown fields, changes, statuses and message types. */
  unknownTypes: chance,
  /** The user has no phone number, only a business-scoped ID. */
  noPhoneNumbers: chance,
  /** A status comes long after. */
  lateStatuses: chance,
  /** "Read" comes before "delivered" before "sent". */
  backwardStatuses: chance,
  /** A send is refused with 429. */
  tooManyRequests: chance,
  /** A send fails with 500. */
  serverErrors: chance,
  /** A send has its effect, but its answer never arrives. */
  lostAnswers: chance,
  /** A send is accepted and never answered, and has no effect. */
  hangingSends: chance,
  /** Refuses connections; any probability is 1. */
  refusedConnections: chance,
  /** A send is refused as too many to this one user. */
  pairLimits: chance,
  /** A send is refused with 429, and not to be repeated for 30 seconds. */
  longWaits: chance,
  /** A send is taken, and reported as failed afterwards. */
  lateRefusals: chance,
  /** A send is refused as more than 24 hours after the user's last message. */
  closedWindows: chance,
});
export type Hostility = Readonly<z.infer<typeof hostility>>;

/** The phone's state, which determines how far a message gets. */
const phoneState = z.enum(['in-hand', 'in-pocket', 'switched-off', 'gone']);
export type PhoneState = z.infer<typeof phoneState>;

/** The settings on the page. */
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

/** The details of a line. */
export interface WireDetails {
  /** `POST /v1/webhooks/chatapp-a`. */
  readonly call: string;
  readonly request: string;
  readonly answer: string;
  /** The messages in the call, by the provider's ID; `title` describes each. */
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
export const pageRequests = {
  /** `{"account":"acme/whatsapp","userId":"4915110000001","message":{"type":"text","text":"hello"}}` */
  say: z.object({ account: words, userId: words, message: userMessage }),
  /** Gives a new user a number. */
  users: z.object({ name: z.string().check(z.minLength(1), z.maxLength(60)) }),
  /** `{"hostility":{"duplicates":1},"phone":"in-pocket"}` */
  mood: z.object({
    hostility: z.exactOptional(z.partial(hostility)),
    phone: z.exactOptional(phoneState),
  }),
};
export type PageRequests = { readonly [N in keyof typeof pageRequests]: z.infer<(typeof pageRequests)[N]> };
