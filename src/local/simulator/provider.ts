import { createHash } from 'node:crypto';
import type { ChannelAccount } from '../../contract/directory.ts';
import { accountSecrets, type TenantFolder } from '../../domain/tenant-folder.ts';
import { type SimulatedTemplate, sampleTemplates } from './cloud-api/sample-templates.ts';
import type { ShownContent, UserMessage } from './page/protocol.ts';

/** A person with a phone. */
export interface SimulatedUser {
  /** A phone number for the chat apps. */
  readonly id: string;
  readonly name: string;
  /** A business-scoped user ID, for users without a phone number: `DE.1349…`. */
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
      /** The ID of the message that it is about. */
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

/** A parsed send request, with its account. */
export interface ReadSend {
  readonly account: SimulatedAccount;
  /** The user as the caller names them. */
  readonly to: string;
  readonly replyId: string;
  readonly content: ShownContent;
  /** May be sent although the user has not written for a day, or ever. */
  readonly isTemplate?: boolean;
  /** The caller's word that a second call is the same send. */
  readonly idempotencyKey?: string;
}

/** A call that marks what a user wrote as read, and shows the typing indicator. */
export interface ReadMark {
  readonly account: SimulatedAccount;
  /** The user's message. */
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
  /** The path prefix of its API. */
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

/** A tenant's account at its provider. */
export interface SimulatedAccount {
  /** `tenant/account`. */
  readonly key: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly channel: ChannelAccount['channel'];
  readonly settings: ChannelAccount;
  /** The templates, approved or not. */
  readonly templates: readonly SimulatedTemplate[];
  /** The current secret of a role; an empty text when there is none. */
  secret(role: string): string;
}

/** The accounts of tenants, with the secrets that the providers share with them. */
export function simulatedAccounts(tenants: readonly TenantFolder[]): SimulatedAccount[] {
  return tenants.flatMap(({ tenant, channels, secrets }) =>
    channels.map((settings): SimulatedAccount => {
      const known = accountSecrets(settings, secrets);
      return {
        key: `${tenant.id}/${settings.id}`,
        tenantId: tenant.id,
        tenantName: tenant.name,
        channel: settings.channel,
        settings,
        templates: sampleTemplates(),
        secret: (role) => known[role]?.[0] ?? '',
      };
    }),
  );
}

/** Everybody who has a phone here. */
export interface Users {
  all(): readonly SimulatedUser[];
  /** A user by phone number or scoped id; null if unknown. */
  find(id: string): SimulatedUser | null;
  /** The same, or a new one. */
  known(id: string, name?: string): SimulatedUser;
}

const firstOnes: readonly [id: string, name: string][] = [
  ['4915110000001', 'Ada Lovelace'],
  ['4915110000002', 'Grace Hopper'],
  ['4915110000003', 'Alan Turing'],
];

/** WhatsApp's number of a phone: in Brazil without the ninth digit, in Mexico with a 1. */
export function waIdOf(number: string): string {
  return number.replace(/^55(\d\d)9(\d{8})$/, '55$1$2').replace(/^52(\d{10})$/, '521$1');
}

/** Starts with three users; new ones are added when they write. */
export function createUsers(): Users {
  const users = new Map(firstOnes.map(([id, name]) => [id, newUser(id, name)]));
  const find = (id: string) =>
    users.get(waIdOf(id)) ?? [...users.values()].find(({ scopedId }) => scopedId === id) ?? null;
  return {
    all: () => [...users.values()],
    find,
    known(id, name = `User ${id.slice(-4)}`) {
      const user = find(id) ?? newUser(waIdOf(id), name);
      users.set(user.id, user);
      return user;
    },
  };
}

/** The scoped id follows from the phone number, so that it is the same after a restart. */
function newUser(id: string, name: string): SimulatedUser {
  const digits = createHash('sha256').update(id).digest().readUIntBE(0, 6);
  return { id, name, scopedId: `DE.${digits}` };
}

/** The customer-service windows: a business may write freely for 24 hours after the user's last message. */
export interface Windows {
  open(account: SimulatedAccount, user: SimulatedUser, atMs: number): void;
  isOpen(account: SimulatedAccount, user: SimulatedUser, nowMs: number): boolean;
}

const windowMs = 24 * 60 * 60 * 1000;

/** All closed: no messages yet. */
export function createWindows(): Windows {
  const lastMs = new Map<string, number>();
  const keyOf = (account: SimulatedAccount, user: SimulatedUser) => `${account.key}|${user.id}`;
  return {
    open: (account, user, atMs) => void lastMs.set(keyOf(account, user), atMs),
    isOpen(account, user, nowMs) {
      const atMs = lastMs.get(keyOf(account, user));
      return atMs !== undefined && nowMs - atMs < windowMs;
    },
  };
}
