import type { MailTask } from '../contract/mail.ts';
import type { ContactTask } from '../contract/runs.ts';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The sender's name, before the address of the stage. */
  readonly fromName?: string;
  /** The page that ends these emails, and takes a POST without a question. @see RFC 8058 */
  readonly unsubscribeUrl?: string;
  /** The tenant, which SES's events of bounces and complaints name. */
  readonly tenantId?: string;
}

/** Sends mails. */
export interface Mailer {
  /** @throws TemporarilyUnavailableError when it may be tried again, Error when it was refused */
  send(mail: Mail): Promise<void>;
}

/** The queue of emails to send. */
export interface MailQueue {
  enqueue(tasks: readonly (MailTask | ContactTask)[]): Promise<void>;
}

/** A tenant's visitors and its agents, whose addresses are kept apart. */
export type Audience = 'visitor' | 'agent';

/** Identifies an address in the store: by a hash, never by itself. */
export interface HashedAddress {
  readonly tenantId: string;
  readonly audience: Audience;
  readonly addressHash: string;
}

/** What is stored of a tenant's address. */
export interface StoredAddress {
  /** When confirmation emails were sent to it, as far as they still count. */
  readonly asked?: readonly number[];
  readonly confirmedAtMs?: number;
  /** Why it gets no more emails. */
  readonly stopped?: 'bounce' | 'complaint' | 'unsubscribed';
}

/** A link in an email, with the address that it was sent to. */
export interface MailLink extends HashedAddress {
  readonly kind: 'confirm' | 'open' | 'unsubscribe';
  readonly conversationId: string;
  /** Of the page that it opens. */
  readonly language: string;
  readonly expiresAtMs: number;
}

/** An email among those of the last 24 hours about a conversation, or to an agent. */
export interface CountedMail {
  readonly tenantId: string;
  /** The conversation or agent. */
  readonly owner: string;
  readonly id: string;
}

/** Stores addresses, links and the number of emails sent. */
export interface MailStore {
  addressOf(tenantId: string, audience: Audience, email: string): HashedAddress;
  findAddress(address: HashedAddress): Promise<StoredAddress>;
  /**
   * Changes what is stored of an address; `change` may be called again on fresh content, and returns null to leave it.
   * @returns whether it was changed
   */
  changeAddress(
    address: HashedAddress,
    change: (stored: StoredAddress) => StoredAddress | null,
  ): Promise<boolean>;
  /** @returns the token, which is stored as a hash only */
  createLink(link: MailLink): Promise<string>;
  /** Null for one that is unknown or has expired. */
  findLink(token: string): Promise<MailLink | null>;
  /** Uses a link once; the same user may repeat it. @returns false if another has used it */
  spendLink(token: string, user: string): Promise<boolean>;
  /** Takes one of the emails of the last 24 hours; false if all are taken, or this one was. */
  take(mail: CountedMail, limit: number): Promise<boolean>;
  /** The email was not sent. */
  giveBack(mail: CountedMail): Promise<void>;
}
