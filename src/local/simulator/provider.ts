import type { SimulatedAccount } from './accounts.ts';
import type { ShownContent, UserMessage } from './page/protocol.ts';

/** A person with a phone. */
export interface SimulatedUser {
  /** A phone number for the chat apps. */
  readonly id: string;
  readonly name: string;
  /** What a business knows a user without a phone number by: `DE.1349…`. */
  readonly scopedId: string;
}

/** Something that a webhook is to tell. */
export type WebhookItem = {
  readonly account: SimulatedAccount;
  readonly user: SimulatedUser;
  readonly atMs: number;
} & (
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly message: UserMessage;
      /** The user shows no phone number. */
      readonly scoped: boolean;
    }
  | {
      readonly kind: 'status';
      /** Of the message that it speaks of. */
      readonly id: string;
      readonly state: 'sent' | 'delivered' | 'read' | 'failed';
      /** Why it failed; the user can't be reached without it. */
      readonly reason?: 'window-closed';
      readonly scoped: boolean;
      readonly replyId?: string;
    }
);

/** A webhook call, ready to be made. */
export interface WebhookCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly items: readonly WebhookItem[];
}

/** A call of a provider's API as it came in; header names in lower case. */
export interface SendCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** What a send asks for, once it is known whose it is. */
export interface ReadSend {
  readonly account: SimulatedAccount;
  /** As the caller names the user. */
  readonly to: string;
  readonly replyId: string;
  readonly content: ShownContent;
  /** May be sent although the user has not written for a day, or ever. */
  readonly isTemplate?: boolean;
  /** The caller's word that a second call is the same send. */
  readonly idempotencyKey?: string;
}

/** A call that marks what a user wrote as read, and shows that somebody writes. */
export interface ReadMark {
  readonly account: SimulatedAccount;
  /** Of the user's message. */
  readonly messageId: string;
  readonly isTyping: boolean;
}

/** An answer other than success. */
export interface Refusal {
  readonly status: number;
  readonly body: object;
}

/** A refusal, and the send it refuses where that much could be read. */
export interface RefusedSend {
  readonly refusal: Refusal;
  readonly account?: SimulatedAccount;
  readonly to?: string;
}

/** A provider of channels: what it takes, what it refuses, and how it calls back. */
export interface Provider {
  /** What its API's paths begin with. */
  readonly prefix: string;
  readSend(call: SendCall, accounts: readonly SimulatedAccount[]): ReadSend | ReadMark | RefusedSend;
  answer(id: string, to: string): object;
  newId(): string;
  readonly refusals: Readonly<
    Record<'windowClosed' | 'tooManyRequests' | 'pairLimit' | 'serverError' | 'unknownUser', Refusal>
  >;
  /** Bodies that tell the items; what may share a body does. */
  webhookCalls(items: readonly WebhookItem[], extras: { readonly unknown: boolean }): WebhookCall[];
}
