/** The billed operations of one message. */
export interface Counts {
  readonly apiRequests: number;
  /** Invocations of functions, whatever their length. */
  readonly invocations: number;
  /** DynamoDB write and read request units, those of indexes and of the schedule's visits included. */
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Events put on the bus. */
  readonly events: number;
  /** Records sent to FIFO queues by our own code; each is received and deleted, too. */
  readonly fifoSends: number;
}

/** Counted by test/journeys/cost-counts.test.ts, which fails when they are no longer so. */
export const counts = {
  /**
   * A message of a web chat of six in three minutes, alone on its environment, that is then closed by the schedule: of
   * two, as it is in three of its tenant's minutes or in four.
   */
  webchat: { apiRequests: 1, invocations: 1, writeUnits: 4.92, readUnits: 3.58, events: 1.17, fifoSends: 0 },
  /** The same of several chats whose messages are each served by another environment: see docs/decisions/settle-marks.md. */
  scattered: { writeUnits: 5.5, readUnits: 3.19 },
  /**
   * A WhatsApp message with one reply and three statuses of it, of an account that gets one a minute: that its calls
   * are accepted is noted so often, and costs a busy one next to nothing.
   */
  whatsapp: { apiRequests: 4, invocations: 6, writeUnits: 21, readUnits: 8, events: 2, fifoSends: 1 },
  whatsappReplies: 1,
} as const satisfies Readonly<Record<'webchat' | 'whatsapp', Counts>> & {
  readonly scattered: Pick<Counts, 'writeUnits' | 'readUnits'>;
  readonly whatsappReplies: number;
};

/**
 * What agents' requests make AWS count on a warm function, before the inbox's calls were bundled (commit db5b08f) and now:
 * calls, and units with those of indexes, in the demo's flow, whose state takes 4 KB. test/journeys/cost-of-agents.test.ts holds the calls of reply, list and poll.
 */
export const agentCounts = [
  { what: 'open a conversation', before: [1, 0, 1], now: [1, 0, 1] },
  { what: 'assign', before: [9, 18, 1], now: [9, 20, 1] },
  { what: 'reply', before: [7, 16, 1], now: [7, 16, 1] },
  { what: 'note', before: [6, 12, 1], now: [6, 12, 1] },
  { what: 'close', before: [10, 14, 2], now: [10, 15, 2] },
  { what: 'list of ten in two queues', before: [12, 0, 10.5], now: [2, 0, 10.5] },
  { what: 'poll of 25 s, a conversation open', before: [99, 1, 60.5], now: [29, 1, 7.5] },
] as const;

/** A conversation of ten minutes: listed, opened, assigned, five replies, a note, closed; the inbox polls meanwhile. */
export const agentConversation = [1, 1, 5, 1, 1, 1, 24] as const;
/** Memory of the function that holds the inbox's polls, in MB. */
export const inboxMemoryMb = { before: 512, now: 192 } as const;

/**
 * The maximum additional operations for storing and counting one run of six messages, each event by itself, and for
 * noting its visitor as a contact: test/journeys/cost-of-runs.test.ts.
 */
export const runCounts = { writeUnits: 31, readUnits: 13, invocations: 12 } as const;

/**
 * The most that the search index takes for a message of a conversation with an agent, and a search of three frequent words in 100,000
 * conversations: test/operations/search, bench/search.ts.
 */
export const searchCounts = { writeUnits: 1, readUnits: 5, readUnitsOfSearch: 440 } as const;

/**
 * The most that the visitor's side takes beside messages, held by test/journeys/cost-of-mails.test.ts: queue requests include
 * receive and delete, and a transcript has ten messages and their replies. Header data are computed at most once an hour for a tenant
 * whose conversations are counted; their reads are those of a week's reports of 30 KB a day.
 */
export const visitorCounts = {
  headerHours: { write: 2, read: 30, queue: 0, invocations: 0, emails: 0 },
  addresses: { write: 10, read: 10, queue: 3, invocations: 2, emails: 1 },
  confirmed: { write: 9, read: 25, queue: 3, invocations: 3, emails: 0 },
  replies: { write: 8, read: 10, queue: 9, invocations: 5, emails: 1 },
  links: { write: 4, read: 5, queue: 0, invocations: 1, emails: 0 },
  transcripts: { write: 5, read: 7, queue: 3, invocations: 2, emails: 1 },
  mailEvents: { write: 2, read: 2, queue: 3, invocations: 1, emails: 0 },
} as const;
export type SideItem = keyof typeof visitorCounts;

/**
 * The most that the functions log of a message, held by test/journeys/trace.test.ts: of web chat one line, of WhatsApp with
 * a reply and three statuses nine together.
 */
export const logLineBytes = { webchat: 630, whatsapp: 3_190 } as const;
/** The number of log lines. */
export const logLines = { webchat: 1, whatsapp: 9 } as const;

/** A line of the access log, of a message, a look and a call of a webhook: test/bin/cost.test.ts. */
export const accessLineBytes = { webchat: 165, look: 195, webhook: 167 } as const;
