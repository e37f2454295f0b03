import type * as z from 'zod/mini';
import type { MessageTemplate } from '../contract/admin/texts.ts';
import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { eventData } from '../contract/events.ts';
import type { CenterAction, ProviderUpdate } from '../contract/queue-records.ts';
import type { StrategyName } from '../contract/routes.ts';
import type { DeliveryStatus } from '../domain/delivery-status.ts';
import type { ChannelAccounts, KnownAccount } from '../ports/directory.ts';
import type { PersonNames } from '../ports/people.ts';
import type { PasswordGuesses } from '../ports/users.ts';

/** A webhook call as the transport hands it on; header names in lower case. */
export interface WebhookRequest {
  readonly rawBody: Uint8Array;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address that API Gateway saw. */
  readonly sourceIp: string;
}

/** The parts of a webhook body that are verified as one account's. */
export interface VerifiedPart {
  readonly known: KnownAccount;
  readonly payload: unknown;
}

export interface Verification<Part = VerifiedPart> {
  /** At least one. */
  readonly parts: readonly Part[];
  /** Parts of the body that nothing proves, or of tenants that are suspended. */
  readonly dropped: number;
}

/** What the caller of `normalize` provides. */
export interface NormalizeContext {
  readonly correlationId: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  /** The conversation of a user with this part's account. */
  conversationIdOf(userId: string): string;
}

/** One item of a webhook body. Each appears exactly once, so that the counts add up. */
export type InboundItem =
  | {
      readonly kind: 'message';
      /** Its `messageId` is the provider's: a redelivery has the same. */
      readonly message: CanonicalMessage;
      /** An update of an earlier message instead of a new one. */
      readonly update?: ProviderUpdate | undefined;
      /** False for messages that expect no reply: a reaction, a deletion, a system notice. */
      readonly startsTurn: boolean;
      /** The provider's identifiers of the user, possibly several, and the one to use. */
      readonly person?:
        | { readonly names: PersonNames; readonly renamed?: PersonNames | undefined }
        | undefined;
    }
  | { readonly kind: 'status'; readonly status: DeliveryStatus }
  /** An action of a contact center in a handoff. A redelivery has the same `id`. */
  | {
      readonly kind: 'agent';
      readonly id: string;
      readonly handoffId: string;
      readonly position?: number;
      /** Its agent writes, or has stopped. */
      readonly typing?: boolean;
      /** It has read what the visitor wrote. */
      readonly hasRead: boolean;
      readonly actions: readonly CenterAction[];
    }
  /** Understood and of no use to a conversation, or of a type not known; `type` is for the log. */
  | { readonly kind: 'ignored'; readonly type: string };

/** A reply to send: the bus event, plus what only the log has. */
export type Outbound = z.infer<(typeof eventData)['Channel.OutboundRequested']> & {
  /** The user's phone number (`+491510…`), if known in addition to the channel's user ID. */
  readonly phone?: string;
};

/** One call of a provider's API, ready to be made. */
export interface ProviderRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A read receipt: the provider's id of the user's last message that was read. */
export interface ReadMark {
  readonly providerMessageId: string;
  /** They write an answer just now. */
  readonly isTyping: boolean;
}

/** A provider's response, with lower-case header names. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** One call that reads something of a provider's. */
export interface MediaCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How files of messages that contain only a file ID are downloaded. */
export interface ChannelMedia {
  /** The call that returns a file's URL. @throws AccountIncompleteError */
  locate(known: KnownAccount, mediaId: string): MediaCall;
  /**
   * The call that fetches a file from where it lies, for some minutes.
   * @throws AccountIncompleteError
   */
  fetch(known: KnownAccount, url: string): MediaCall;
}

/** How an account's approved templates are listed. */
export interface ChannelTemplates {
  /**
   * The call for a page of them.
   * @param cursor as the page before gave it; null for the first
   * @throws AccountIncompleteError
   */
  page(known: KnownAccount, cursor: string | null): MediaCall;
  /** Parses a response; null if it isn't this provider's. */
  read(
    body: unknown,
  ): { readonly templates: readonly MessageTemplate[]; readonly cursor: string | null } | null;
}

export type SendOutcome =
  /** The id is null when the provider took the message and names none. */
  | {
      readonly outcome: 'sent';
      readonly providerMessageId: string | null;
      /** The recipient's phone number as the provider reports it, if it does. */
      readonly recipient?: string;
    }
  /** Answered, but not as this provider does: it may have been taken. */
  | { readonly outcome: 'unconfirmed'; readonly reason: string }
  /**
   * Rejected, but may be sent again after the provider's delay (null if it gave none). `account` failures affect
   * every send of the account, `user` failures only this user's; `unclear` is a failure of the provider that may
   * affect this message or all.
   */
  | {
      readonly outcome: 'retry';
      readonly afterMs: number | null;
      readonly concerns: 'account' | 'user' | 'unclear';
      readonly reason: string;
    }
  /** Rejected, as all messages of the account will be until it is fixed. */
  | { readonly outcome: 'held'; readonly reason: string }
  /** Refused for good. */
  | { readonly outcome: 'failed'; readonly reason: string };

/**
 * What each of the four channels does with a request: verifies the caller, then normalizes the body to canonical
 * messages.
 */
export interface ChannelStrategy<Request, Ports, Part, Context, Item> {
  /** The name in the route table. */
  readonly name: StrategyName;
  verify(request: Request, ports: Ports): Promise<Verification<Part>>;
  normalize(part: Part, context: Context): readonly Item[] | Promise<readonly Item[]>;
}

/** What a webhook strategy uses to verify a caller. */
export interface VerifyPorts {
  readonly accounts: ChannelAccounts;
  readonly guesses: PasswordGuesses;
  readonly nowMs: () => number;
}

/** A channel that calls a webhook and is answered later. */
export interface Channel
  extends ChannelStrategy<WebhookRequest, VerifyPorts, VerifiedPart, NormalizeContext, InboundItem> {
  /**
   * Proves who calls, over the raw bytes, before anything in them is believed.
   * @throws InvalidSignatureError, `invalid_credentials` (401) when nothing in the body is proven
   * @throws `rate_limited` (429) when too many wrong passwords came from the caller's network
   * @throws `address_not_allowed` (403), TenantNotFoundError (404), `invalid_body` (400)
   */
  verify(request: WebhookRequest, ports: VerifyPorts): Promise<Verification>;
  /** Finds the accounts that a call claims to be from, proven or not; rejections are recorded for them. */
  findNamed(request: WebhookRequest, accounts: ChannelAccounts): Promise<readonly (KnownAccount | null)[]>;
  /** Never throws: what is not understood is kept or counted. */
  normalize(part: VerifiedPart, context: NormalizeContext): readonly InboundItem[];
  /**
   * The calls that send a reply, in order; none for a reply that holds nothing.
   * @throws AccountIncompleteError when the account lacks a setting or a secret for it
   */
  buildSends(known: KnownAccount, outbound: Outbound): readonly ProviderRequest[];
  interpretAnswer(answer: ProviderAnswer, nowMs: number): SendOutcome;
  /**
   * The call that marks a message as read and shows a typing indicator; absent if the provider has none.
   * @throws AccountIncompleteError
   */
  showRead?(known: KnownAccount, read: ReadMark): ProviderRequest;
  /** Absent where files come with an address of their own. */
  readonly media?: ChannelMedia;
  /** Absent where a business may always write as it likes. */
  readonly templates?: ChannelTemplates;
}

const chars = 64;

/** The type of a message to a group, which has a metric of its own. @see design 2.7 */
export const groupMessage = 'group_message';

/** An item that no conversation needs; its type, which a stranger may have chosen, is cut for the log. */
export function ignored(type: string): InboundItem {
  return { kind: 'ignored', type: type.slice(0, chars) };
}
