import type { Actor } from '../contract/admin/lists.ts';
import type { ContactTask } from '../contract/runs.ts';
import type { ChannelName } from '../contract/vocabulary.ts';
import type { ContactDetails, Identity } from '../domain/contact.ts';
import type { ConversationName } from './conversation-store.ts';
import type { ListPosition } from './runs.ts';

/** A person of a tenant across conversations. @see design 15, docs/decisions/contacts.md */
export interface Contact {
  readonly tenantId: string;
  /** A ULID: of two, the lesser is older. */
  readonly contactId: string;
  /** As channels report the person. */
  readonly known: ContactDetails;
  /** Whether a site or provider vouches for `known`. */
  readonly verified: boolean;
  /** As agents entered it, before `known`; null if they did not. */
  readonly edited: Edited | null;
  /** The address that the person confirmed. */
  readonly confirmed: { readonly email: string; readonly atMs: number } | null;
  readonly channels: readonly ChannelName[];
  readonly firstSeenMs: number | null;
  readonly lastSeenMs: number | null;
  /** Epoch second; null for one that agents keep. */
  readonly expiresAtS: number | null;
}

/** What agents entered, and the last of them. */
export interface Edited {
  readonly details: ContactDetails;
  /** Another after each change. */
  readonly revision: string;
  readonly by: Actor;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** The queue of what follows from a change of a contact. */
export interface ContactTasks {
  enqueue(tasks: readonly ContactTask[]): Promise<void>;
}

/** An identity or conversation of a contact. */
export interface StoredIdentity extends Identity {
  readonly contactId: string;
  readonly channel: ChannelName;
  /** When the person was last proven to have it. */
  readonly seenAtMs: number;
  /** Epoch second; absent for an identity of a contact whom agents keep. */
  readonly expiresAtS?: number;
}

/** A conversation whose visitor was seen. */
export interface SeenConversation extends ConversationName {
  readonly channel: ChannelName;
}

/** What a contact was seen with. */
export interface Seen {
  readonly channel: ChannelName;
  readonly details: ContactDetails;
  readonly verified: boolean;
  readonly atMs: number;
  /** When a contact whom no agent keeps expires, epoch seconds. */
  readonly expiresAtS: number;
}

/** The contacts of tenants, without expired ones. */
export interface Contacts {
  find(tenantId: string, contactId: string): Promise<Contact | null>;
  /** Reads those of these contacts that exist, in no order. */
  findAll(tenantId: string, contactIds: readonly string[]): Promise<readonly Contact[]>;
  /** IDs in one partition of the tenant's list, last seen first. */
  page(tenantId: string, partition: number, after: ListPosition<string>, limit: number): Promise<ContactIds>;
  /** Returns those of these identities that belong to a contact. */
  owners(
    tenantId: string,
    identities: readonly Identity[],
    as?: 'now' | 'lately',
  ): Promise<readonly StoredIdentity[]>;
  /** All identities and conversations of a contact; one that was just claimed may be missing. */
  identitiesOf(tenantId: string, contactId: string): Promise<readonly StoredIdentity[]>;
  /** IDs of conversations of a contact, the latest first. */
  conversationsOf(
    tenantId: string,
    contactId: string,
    after: ListPosition<string>,
    limit: number,
  ): Promise<ContactIds>;
  /**
   * Makes an identity a contact's, on condition that it is still `before`'s.
   * @param before its owner as read; undefined: nobody
   * @returns false after a concurrent write
   */
  claim(tenantId: string, identity: StoredIdentity, before: StoredIdentity | undefined): Promise<boolean>;
  /** Removes an identity, unless it became another contact's. */
  release(tenantId: string, identity: StoredIdentity): Promise<void>;
  /**
   * Notes that a contact was seen.
   * @param before the contact as read; null creates it
   * @returns false after a concurrent write
   */
  note(tenantId: string, contactId: string, seen: Seen, before: Contact | null): Promise<boolean>;
  /**
   * Stores what an agent entered, and keeps the contact until it is erased.
   * @param before the contact as read; null creates it
   * @returns false after a concurrent write
   */
  save(
    tenantId: string,
    contactId: string,
    edited: Omit<Edited, 'revision'>,
    before: Contact | null,
  ): Promise<boolean>;
  /** Notes that the person has confirmed an address; does nothing for an unknown contact. */
  confirmEmail(tenantId: string, contactId: string, email: string, atMs: number): Promise<void>;
  /** Deletes a contact. @param before as read; undefined: whatever is stored. @returns false if it changed since */
  remove(tenantId: string, contactId: string, before?: Contact): Promise<boolean>;
}

/** Some IDs of a list, each with the time by which it is sorted. */
export interface ContactIds {
  readonly found: readonly { readonly name: string; readonly at: number }[];
  readonly isLast: boolean;
}
