import { hash32 } from './text-identity.ts';

/** A DynamoDB table of the stacks and the local stack. All keys are strings except `numberKeys`. */
export interface Table {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** Attribute with the epoch second after which an item may be deleted. */
  readonly ttlAttribute?: string;
  readonly indexes?: readonly TableIndex[];
}

/** A secondary index. */
export interface TableIndex {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  readonly sortKeyType?: 'S' | 'N';
  readonly projection: 'KEYS_ONLY' | 'ALL' | 'INCLUDE';
  /** What `INCLUDE` includes beside the keys. */
  readonly included?: readonly string[];
}

/** Every index by its name, which no other has. */
export const indexNames = {
  byCredential: 'by-credential',
  due: 'due',
  byVisitor: 'by-visitor',
  waiting: 'waiting',
  inbox: 'inbox',
  tenantInbox: 'tenant-inbox',
  recent: 'recent',
  open: 'open',
  byFlow: 'by-flow',
  byPlace: 'by-place',
  byUser: 'by-user',
  bySlot: 'by-slot',
  contacts: 'contacts',
} as const;
export type IndexName = (typeof indexNames)[keyof typeof indexNames];

const keysOnly = (name: IndexName, partitionKey: string, sortKey: string): TableIndex => ({
  name,
  partitionKey,
  sortKey,
  sortKeyType: 'N',
  projection: 'KEYS_ONLY',
});

/** Table names carry the stage's prefix in an environment; `name` is the part after it. @see design 6 */
export const tables = {
  /**
   * `pk` = tenant ID, `sk` = `tenant`, `widget#id`, `guarded-widget#id` (a deleted one that was protected),
   * `account#channel#id`, `flow#id#version`, `version#id#version` (its metadata), `published#id`, `draft#id`,
   * `secret#name` (who set it), `user#id`, `admins` or `stamp`; `pk` = `#` belongs to no tenant.
   */
  directory: {
    name: 'directory',
    partitionKey: 'pk',
    sortKey: 'sk',
    indexes: [{ name: indexNames.byCredential, partitionKey: 'credential', projection: 'ALL' }],
  },
  /** `pk` = `tenant#conversation`. `dueShard`: see docs/decisions/schedule.md. `dueAt` is when the schedule must next look at it, in epoch milliseconds. `visitor` = `tenant#` and a hash of channel and user id. `inbox` = `tenant#q#queue` while an agent is requested, `tenant#a#owner` while one has it, with the time of that in `inboxAt`; `tenant#s#` while it is snoozed, with its end. */
  conversations: {
    name: 'conversations',
    partitionKey: 'pk',
    ttlAttribute: 'expiresAt',
    indexes: [
      {
        name: indexNames.due,
        partitionKey: 'dueShard',
        sortKey: 'dueAt',
        sortKeyType: 'N',
        projection: 'KEYS_ONLY',
      },
      { name: indexNames.byVisitor, partitionKey: 'visitor', projection: 'KEYS_ONLY' },
      {
        name: indexNames.inbox,
        partitionKey: 'inbox',
        sortKey: 'inboxAt',
        sortKeyType: 'N',
        projection: 'KEYS_ONLY',
      },
      // All handoffs of a tenant: see docs/decisions/lists-of-handoffs.md.
      {
        name: indexNames.tenantInbox,
        partitionKey: 'tenantId',
        sortKey: 'inboxAt',
        sortKeyType: 'N',
        projection: 'INCLUDE',
        included: ['inbox'],
      },
    ],
  },
  /** `pk` = `tenant#conversation`, `lastMessageId` = id of the last message of the turn. */
  messages: { name: 'messages', partitionKey: 'pk', sortKey: 'lastMessageId', ttlAttribute: 'expiresAt' },
  /**
   * `pk` = `tenant#scope#key`; also the chunks of over-large messages, `tenant#large#key#chunk`, the links by which drafts
   * are tried, `tenant#test-links#flow`, and their chats, `tenant#test-session#conversation`, who has a flow open,
   * `tenant#editors#flow`, what an agent has, `tenant#load#user`, and of emails `tenant#mail-address#audience#hash`, `tenant#mail-link#hash` and `tenant#mails#owner`. The index holds what
   * waits outside the outbound queue: `waiting` = `lanes#shard` for accounts, `tenant#channel#account#shard` for their
   * conversations; `dueAt` is when it may go, in epoch milliseconds. Over-large messages are in it by their conversation,
   * `waiting` = `tenant#large#conversation`, so that they are found when that is erased.
   */
  dedup: {
    name: 'dedup',
    partitionKey: 'pk',
    ttlAttribute: 'expiresAt',
    indexes: [
      {
        name: indexNames.waiting,
        partitionKey: 'waiting',
        sortKey: 'dueAt',
        sortKeyType: 'N',
        projection: 'KEYS_ONLY',
      },
    ],
  },
  /** `pk` = tenant id, `sk` = `conversation#id`: records of queues that were given up. */
  deadLetters: { name: 'dead-letters', partitionKey: 'pk', sortKey: 'sk', ttlAttribute: 'expiresAt' },
  /**
   * `pk` = `tenant#conversation`, `sk` = `run#id`, and `run#id#h#handoff`; `tenant#erased#random` of what was erased;
   * `tenant#figures`, `hour#time` and `day#date`; `dirty#shard`, `tenant#time`: what must be recounted. Of the indexes'
   * partitions each but `by-user` is divided by `#n`, a hash of the conversation: handoff.md 6.2. `startedAt` is a number.
   */
  runs: {
    name: 'runs',
    partitionKey: 'pk',
    sortKey: 'sk',
    ttlAttribute: 'expiresAt',
    indexes: [
      /** `tenant`, by the minute of the last activity. */
      keysOnly(indexNames.recent, 'recent', 'recentAt'),
      /** `tenant#status`, only while a run is in progress. */
      keysOnly(indexNames.open, 'open', 'startedAt'),
      /** `tenant#flow` */
      keysOnly(indexNames.byFlow, 'flow', 'startedAt'),
      /** `tenant#channel#place` */
      keysOnly(indexNames.byPlace, 'place', 'startedAt'),
      /** `tenant#` and a hash of channel and user id. */
      keysOnly(indexNames.byUser, 'visitor', 'startedAt'),
      /** `tenant#quarter of an hour`: of the start, or of a handoff's request. */
      { name: indexNames.bySlot, partitionKey: 'slot', sortKey: 'sk', projection: 'KEYS_ONLY' },
    ],
  },
  /**
   * `pk` = `tenant#contact#id`, and `tenant#identity#hash` for each identity and conversation of one. `listed` =
   * `tenant#list#n` of contacts, `tenant#identity#contact` and `tenant#conversation#contact` of what is theirs, with the
   * time that it was last seen in `seenAt`.
   */
  contacts: {
    name: 'contacts',
    partitionKey: 'pk',
    ttlAttribute: 'expiresAt',
    indexes: [keysOnly(indexNames.contacts, 'listed', 'seenAt')],
  },
  /**
   * `pk` = `tenant#parts#shard`, `sk` = `conversation#n`: words of a conversation that are not packed yet. Packs have a ULID as
   * `sk`, below `tenant#packs` (hashes of conversations), `tenant#stretches` (where their messages are) and
   * `tenant#words#partition`; `tenant#packing`, `shard`: who is packing; `tenant#contacts#shard`, contact: what it is found by. @see docs/decisions/search.md
   */
  search: { name: 'search', partitionKey: 'pk', sortKey: 'sk', ttlAttribute: 'expiresAt' },
  /** `pk` = tenant id, `sk` = a ULID: who changed what. */
  audit: { name: 'audit', partitionKey: 'pk', sortKey: 'sk', ttlAttribute: 'expiresAt' },
  /**
   * `pk` = `tenant#session#widget#session`, `tenant#tenant`, `tenant#pace#channel#account`,
   * `tenant#health#channel#account`, `tenant#templates#channel#account`, `tenant#origins#widget`,
   * `tenant#answering`, `tenant#refused#date` or `tenant#test-use#link#date`.
   */
  rateLimits: { name: 'rate-limits', partitionKey: 'pk', ttlAttribute: 'expiresAt' },
} as const satisfies Record<string, Table>;

/**
 * Secrets of tenants: one for what verifies and what flows send, which many functions read, and one for the tokens that
 * messages are sent with, which only the connector does. @see design 6
 * @param tenantPrefix what the names of the first begin with, such as `gateway-prod-tenant/`
 * @returns what the names of the second begin with: `gateway-prod-tenant-sending/`
 */
export function sendingSecretPrefix(tenantPrefix: string): string {
  return tenantPrefix.replace(/\/?$/, '-sending/');
}

/** Samples are accurate to 0.01 %. */
export const samplePoints = 10_000;

/** The place of a conversation among all: the sample of so many percent is what lies below that. */
export const samplePoint = (conversationId: string): number =>
  hash32(`${conversationId}#recorded`) % samplePoints;
