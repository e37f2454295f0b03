import type { ConversationName } from './conversation-store.ts';

/** A stretch of a conversation that is indexed; its messages themselves are in the log. */
export interface SearchStretch extends ConversationName {
  /** Times of the first and the last message, epoch milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** When its last message expires, epoch seconds. */
  readonly expiresAtS: number;
}

/** The words of a stretch that is not packed yet. */
export interface SearchPart extends SearchStretch {
  /** 1, 2, 3 … within the conversation. */
  readonly n: number;
  /** One more at each write; 0 before the first. */
  readonly version: number;
  readonly words: readonly string[];
  /** The last message in it. */
  readonly lastId: string;
}

/** What a contact is found by: its details, its ID and its identities. */
export interface SearchedContact {
  readonly words: readonly string[];
  /** Epoch seconds; null for a contact that agents keep. */
  readonly expiresAtS: number | null;
}

/** A conversation that has all words, by the latest stretch that has one of them. */
export interface SearchHit {
  /** The second of the last message of the stretch. */
  readonly atMs: number;
  /** Orders hits of one second. */
  readonly ref: number;
  readonly where: SearchPart | { readonly packId: string; readonly nth: number };
}

/** The hits of a search, the latest first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** Nothing older was searched; null: everything was. */
  readonly sinceMs: number | null;
}

/** The parts of several conversations, stored by word. */
export interface SearchPack {
  readonly packId: string;
  readonly parts: readonly SearchPart[];
}

/**
 * The inverted index of a tenant's conversations. A part collects the words of one conversation; a pack stores those of
 * many conversations by word. Nothing on the message path writes it.
 * @see docs/decisions/search.md
 */
export interface SearchIndex {
  lastPart(conversation: ConversationName): Promise<SearchPart | null>;
  /** Whether a part is small enough for one write unit. */
  isSmall(part: SearchPart): boolean;
  /** Stores a part unless another process has stored this version. @returns whether it was stored */
  savePart(part: SearchPart): Promise<boolean>;
  /** Removes every trace of a conversation. */
  erase(conversation: ConversationName): Promise<void>;
  /** The parts of a tenant that are packed together with this conversation's. */
  partsBeside(conversation: ConversationName): Promise<readonly SearchPart[]>;
  /**
   * Lets one process at a time pack these parts, after removing what a crashed one has left.
   * @returns the ID of the pack; null while another process is at work
   */
  claimPack(conversation: ConversationName, random: () => number): Promise<string | null>;
  writePack(tenantId: string, pack: SearchPack): Promise<void>;
  /** Removes a conversation from a pack. */
  eraseFromPack(conversation: ConversationName, packId: string): Promise<void>;
  /** Ends the claim, then deletes the parts that have not changed meanwhile. */
  finishPack(conversation: ConversationName, pack: SearchPack): Promise<void>;
  search(tenantId: string, words: readonly string[]): Promise<SearchResult>;
  findContact(tenantId: string, contactId: string): Promise<SearchedContact | null>;
  saveContact(tenantId: string, contactId: string, contact: SearchedContact): Promise<void>;
  eraseContact(tenantId: string, contactId: string): Promise<void>;
  /** IDs of contacts that have every word, the newest first. */
  searchContacts(tenantId: string, words: readonly string[]): Promise<readonly string[]>;
  /** The stretches of hits in their order; null for an erased one. */
  stretches(tenantId: string, hits: readonly SearchHit[]): Promise<readonly (SearchStretch | null)[]>;
}
