import type { CommittedTurn } from '../domain/conversation.ts';
import type { SideEntry } from '../domain/side-entry.ts';
import type { ConversationName } from './conversation-store.ts';
import type { PeopleOf } from './people.ts';
import type { KeptRun } from './runs.ts';

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
