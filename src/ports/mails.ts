import type { MailTask } from '../contract/mail.ts';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The sender's name, before the address of the stage. */
  readonly fromName?: string;
  /** The page to unsubscribe on, which also takes a POST without confirmation. @see RFC 8058 */
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
  enqueue(tasks: readonly MailTask[]): Promise<void>;
}

/** A tenant's visitors and its agents, whose addresses are kept apart. */
export type Audience = 'visitor' | 'agent';

/** Identifies an address: by a hash, never by itself. */
export interface AddressName {
  readonly tenantId: string;
  readonly audience: Audience;
  readonly email: string;
}

/** Identifies an address by its hash. */
export interface AddressHash extends Omit<AddressName, 'email'> {
  readonly addressHash: string;
}

/** An email among those of the last 24 hours of a conversation or agent. */
export interface CountedMail {
  readonly tenantId: string;
  readonly whose: string;
  readonly id: string;
}

/** What a tenant knows of an address. */
export interface StoredAddress {
  /** When confirmation was last asked for, and how often in the present day. */
  readonly asked?: readonly number[];
  readonly confirmedAtMs?: number;
  /** Why it gets no more emails. */
  readonly stopped?: 'bounce' | 'complaint' | 'unsubscribed';
}

/** What a link in an email does. */
export interface MailLink {
  readonly tenantId: string;
  readonly kind: 'confirm' | 'open' | 'unsubscribe';
  readonly conversationId: string;
  readonly audience: Audience;
  /** The hash of the address that it was sent to. */
  readonly addressHash: string;
  /** The language of the page that it opens. */
  readonly language: string;
  readonly expiresAtMs: number;
}

/** The memory of emails: addresses, links and how many were sent. */
export interface MailStore {
  hashOf(name: AddressName): string;
  findAddress(name: AddressHash): Promise<StoredAddress>;
  /**
   * Changes what is known of an address; `change` may be called again on fresh content, and returns null to leave it.
   * @returns whether it was changed
   */
  changeAddress(name: AddressHash, change: (stored: StoredAddress) => StoredAddress | null): Promise<boolean>;
  /** @returns the token, which is stored as a hash only */
  createLink(link: MailLink): Promise<string>;
  /** Null for one that is unknown or has expired. */
  findLink(token: string): Promise<MailLink | null>;
  /** Uses a link once; the same user may repeat it. @returns false if another has used it */
  spendLink(token: string, user: string): Promise<boolean>;
  /** Counts an email; false if the limit of the last 24 hours is reached, or if this one was counted before. */
  take(mail: CountedMail, limit: number): Promise<boolean>;
  /** Removes an email that was not sent. */
  giveBack(mail: CountedMail): Promise<void>;
}
