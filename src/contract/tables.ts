/** A DynamoDB table as the stacks and the local stack create it; all keys are strings but for `numberKeys`. */
export interface Table {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** Attribute with the epoch second after which an item may be deleted. */
  readonly ttlAttribute?: string;
  readonly index?: {
    readonly name: string;
    readonly partitionKey: string;
    readonly sortKey?: string;
    readonly sortKeyType?: 'S' | 'N';
    readonly projection: 'KEYS_ONLY' | 'ALL';
  };
}

/** Table names carry the stage's prefix in an environment; `name` is the part after it. @see design 6 */
export const tables = {
  /** `pk` = tenant id, `sk` = `tenant`, `widget#id`, `account#channel#id`, `flow#id#version`, `version#id#version` (what is known of it), `published#id`, `draft#id` or `stamp`. */
  directory: {
    name: 'directory',
    partitionKey: 'pk',
    sortKey: 'sk',
    index: { name: 'by-credential', partitionKey: 'credential', projection: 'ALL' },
  },
  /** `pk` = `tenant#conversation`. `dueShard`: see docs/decisions/schedule.md. `dueAt` is when the schedule must next look at it, in epoch milliseconds. */
  conversations: {
    name: 'conversations',
    partitionKey: 'pk',
    ttlAttribute: 'expiresAt',
    index: {
      name: 'due',
      partitionKey: 'dueShard',
      sortKey: 'dueAt',
      sortKeyType: 'N',
      projection: 'KEYS_ONLY',
    },
  },
  /** `pk` = `tenant#conversation`, `lastMessageId` = id of the last message of the turn. */
  messages: { name: 'messages', partitionKey: 'pk', sortKey: 'lastMessageId', ttlAttribute: 'expiresAt' },
  /**
   * `pk` = `tenant#scope#key`; also the chunks of over-large messages, `tenant#large#key#chunk`. The index holds what
   * waits outside the outbound queue: `waiting` = `lanes#shard` for accounts, `tenant#channel#account#shard` for their
   * conversations; `dueAt` is when it may go, in epoch milliseconds.
   */
  dedup: {
    name: 'dedup',
    partitionKey: 'pk',
    ttlAttribute: 'expiresAt',
    index: {
      name: 'waiting',
      partitionKey: 'waiting',
      sortKey: 'dueAt',
      sortKeyType: 'N',
      projection: 'KEYS_ONLY',
    },
  },
  /** `pk` = tenant id, `sk` = `conversation#id`: records of queues that were given up. */
  deadLetters: { name: 'dead-letters', partitionKey: 'pk', sortKey: 'sk', ttlAttribute: 'expiresAt' },
  /** `pk` = tenant id, `sk` = a ULID: who changed what. */
  audit: { name: 'audit', partitionKey: 'pk', sortKey: 'sk', ttlAttribute: 'expiresAt' },
  /** `pk` = `tenant#session#widget#session` or `tenant#tenant`. */
  rateLimits: { name: 'rate-limits', partitionKey: 'pk', ttlAttribute: 'expiresAt' },
} as const satisfies Record<string, Table>;
