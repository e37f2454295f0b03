import type { CommittedTurn, SideEntry } from '../domain/conversation.ts';
import type { ConversationName } from './conversation-store.ts';
import type { KeptRun } from './runs.ts';

/** A provider's identifiers of a person: a phone number and a business-scoped ID, either of which may be missing. */
export interface PersonNames {
  readonly phone?: string | undefined;
  readonly id?: string | undefined;
}

/** A person, found by one of the identifiers. */
export interface Person extends PersonNames {
  /** The identifier that the conversation's ID is derived from: the first one, permanently. */
  readonly key: string;
  /** Name of the key of ids by which it is derived; none for the key without a name. */
  readonly idKey?: string;
  /** The provider's version of the number, if it differs: in Brazil without the ninth digit. */
  readonly alias?: string;
}

/** A visitor, stored under an identifier. */
export interface StoredPerson extends Person {
  /** When the name is forgotten, epoch seconds; absent as the last release wrote it. */
  readonly expiresAtS?: number;
}

export interface PeopleOf {
  readonly tenantId: string;
  readonly channel: string;
  readonly accountId: string;
}

/** Links the names of a person, so that either finds the conversation that the other began. @see design 2.7 */
export interface People {
  /** Finds people by their identifiers. Unknown ones are missing in the result. */
  find(of: PeopleOf, names: readonly string[]): Promise<ReadonlyMap<string, StoredPerson>>;
  /**
   * Writes what is known by a name, on condition that nothing else has been written meanwhile.
   * @param before what was known; undefined: nothing
   * @returns false after a concurrent write
   */
  save(of: PeopleOf, name: string, person: StoredPerson, before: Person | undefined): Promise<boolean>;
  /** Extends the lifetime of an identifier; does nothing for an unknown one. */
  renew(of: PeopleOf, name: string, expiresAtS: number): Promise<void>;
}

/** A visitor as flows and events know them. @see docs/data.md */
export interface VisitorName {
  readonly tenantId: string;
  readonly channel: string;
  readonly userId: string;
}

/** The personal data of visitors, to export and erase. Erasing what doesn't exist changes nothing. @see design 9 */
export interface PersonalData {
  /** The conversations that began with a user id. */
  conversationsOf(visitor: VisitorName): Promise<readonly string[]>;
  /** The first turns that are stored of a conversation, expired or not, oldest first. */
  firstTurns(conversation: ConversationName, limit: number): Promise<readonly CommittedTurn[]>;
  /** Keys of a conversation's over-large messages. */
  largeKeys(conversation: ConversationName): Promise<readonly string[]>;
  /** Forgets turns of the log, with the answers that their requests got. */
  forgetTurns(turns: readonly CommittedTurn[]): Promise<void>;
  /** Forgets answers, by the key of their claim. */
  forgetAnswers(keys: readonly string[]): Promise<void>;
  /** Forgets that a provider's messages were received. */
  forgetReceived(tenantId: string, keys: readonly string[]): Promise<void>;
  /** Forgets what became of replies, under our ids and the provider's. */
  forgetReplies(tenantId: string, replyIds: readonly string[]): Promise<void>;
  forgetLarge(conversation: ConversationName): Promise<void>;
  /** Lists the internal notes of a conversation. */
  notes(conversation: ConversationName): Promise<readonly SideEntry[]>;
  forgetNotes(conversation: ConversationName): Promise<void>;
  /** Lists the stored runs of a conversation, oldest first. */
  runs(conversation: ConversationName): Promise<readonly KeptRun[]>;
  /** Conversations in which they had runs. */
  conversationsOfRuns(visitor: VisitorName): Promise<readonly string[]>;
  /**
   * Removes the visitor from a conversation's runs, and from those that late events may still report. Counts stay.
   */
  eraseRuns(conversation: ConversationName, runIds: readonly string[]): Promise<void>;
  forgetNames(of: PeopleOf, names: readonly string[]): Promise<void>;
}

/** All data under a tenant's ID. */
export interface TenantData {
  /** Counts the items of every table but the directory; reads each table whole. */
  count(tenantId: string): Promise<number>;
  /** Deletes them. @returns how many there were; fewer are left each time that it is interrupted */
  remove(tenantId: string): Promise<number>;
  /** Deletes the tenant's secrets, for good. */
  removeSecrets(tenantId: string): Promise<void>;
}

/** People who sign in to the admin application. */
export interface TenantUsers {
  /** Deletes those of a tenant. @returns how many there were */
  removeOf(tenantId: string, dryRun: boolean): Promise<number>;
}

/** The bytes of people's files. */
export interface TenantFiles {
  /** Deletes those of a tenant; reads the bucket's keys whole. @returns how many there were */
  removeOf(tenantId: string): Promise<number>;
}
