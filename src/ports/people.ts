import type { CommittedTurn, SideEntry } from '../domain/conversation.ts';
import type { ConversationName } from './conversation-store.ts';
import type { KeptRun } from './runs.ts';

/** What the provider calls a person: a phone number and a business-scoped id, of which either may be missing. */
export interface PersonNames {
  readonly phone?: string | undefined;
  readonly id?: string | undefined;
}

/** What is known of a person by one of the names. */
export interface Person extends PersonNames {
  /** What the conversation's id is derived from: the name that it began by, for good. */
  readonly key: string;
  /** Name of the key of ids by which it is derived; none for the key without a name. */
  readonly idKey?: string;
  /** The number that the provider knows theirs by, when it is another: in Brazil without the ninth digit. */
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
  /** What is known by each of the names; nothing for a name that is new. */
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

/** What belongs to people, to be found and forgotten; forgetting what is not there changes nothing. @see design 9 */
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
  /** What people of the tenant have noted beside a conversation. */
  notes(conversation: ConversationName): Promise<readonly SideEntry[]>;
  forgetNotes(conversation: ConversationName): Promise<void>;
  /** What is kept of a conversation's runs, the first first. */
  runs(conversation: ConversationName): Promise<readonly KeptRun[]>;
  /** Conversations in which they had runs. */
  conversationsOfRuns(visitor: VisitorName): Promise<readonly string[]>;
  /** Takes them out of a conversation's runs, and of those that may be told of still; what is counted stays. */
  eraseRuns(conversation: ConversationName, runIds: readonly string[]): Promise<void>;
  forgetNames(of: PeopleOf, names: readonly string[]): Promise<void>;
}

/** What is stored under a tenant's id, whosever it is. */
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
