import { visitorLimits } from './visitor-limits.ts';

/** Every number of the contract, its unit in its name. @see spec "Limits", design 2.1-2.5 */
export const limits = {
  ...visitorLimits,
  sessionMessagesPerMinute: 30,
  sessionMessagesPerMinuteMax: 300,
  tenantMessagesPerMinute: 600,
  rateWindowMs: 60_000,
  idempotencyWindowMs: 24 * 60 * 60 * 1000,
  idempotencyLeaseMs: 11_000,
  idempotencyKeyChars: 255,
  redeliveryWindowMs: 8 * 24 * 60 * 60 * 1000,
  bodyBytes: 128 * 1024,
  webhookBodyBytes: 4 * 1024 * 1024,
  bodyDepth: 32,
  /** A draft with its layout and scripts; it must fit an item of 400 KB. */
  adminBodyBytes: 350 * 1024,
  listItems: 25,
  listItemsMax: 100,
  auditRetentionDays: 400,
  emailChars: 254,
  /** How long a function that has seen the old token of a changed or disabled user may still accept it. */
  userAccessCacheMs: 30_000,
  /** The minimum interval between records of a user's open console, and how long they are kept. */
  userSeenMs: 5 * 60_000,
  userSeenDays: 400,
  /** Longer than any function or command needs to change a user. After that, the user pool has the result. */
  userChangeMs: 60_000,
  /** The index of users is compared with the pool once a day. */
  userSyncEveryMs: 24 * 60 * 60_000,
  /** So often it is looked whether that is due, or was not finished. */
  userSyncLookMs: 15 * 60_000,
  /** A run begins no page of users after that; the next one continues. Well before the function's timeout of 15 minutes. */
  userSyncRunMs: 10 * 60_000,
  /**
   * The minimum interval between stored records of an account's accepted or rejected webhook calls, and of blocked
   * sites of a widget.
   */
  noteMs: 60_000,
  /** Accounts that one refused call may be noted at: a stranger names as many as they like. */
  channelNotesPerCall: 3,
  /** Sites that a widget was refused on: kept at a widget, and of one minute. */
  refusedOriginsKept: 20,
  refusedOriginsPerNote: 10,
  /** A scheme, a host name of 253 and a port. */
  originChars: 267,
  secretChars: 4096,
  /** `channel:chatapp:whatsapp:app_secret`, and `_previous` behind it. */
  secretNameChars: 400,
  /** How long a request that exports or erases visitor data runs. A repeated request continues. */
  peopleRequestMs: 20_000,
  accountsOfChannel: 1_000,
  contactNameChars: 128,
  contactLabels: 20,
  contactLabelChars: 40,
  contactAttributes: 20,
  contactAttributeNameChars: 40,
  contactAttributeChars: 200,
  /** Waiting conversations are counted up to this number. */
  countedWaiting: 100,
  /** Conversations that are replayed against a draft at a time, turns of each, and what all of it may take. */
  replayedConversations: 20,
  replayedTurns: 50,
  replayMs: 4_000,
  replayChars: 1_000_000,
  /** The default percentage of conversations that record external responses. */
  recordPercent: 1,
  /** The maximum size of a turn's recorded responses, which are in the conversation's item until the log has them. */
  recordedChars: 16 * 1024,
  noteCharsMax: 500,
  uploadBytes: 10 * 1024 * 1024,
  /** Width by height of a picture: a few kilobytes of PNG may unpack to gigabytes in the browser that shows it. */
  picturePixels: 100_000_000,
  /** The lifetime of an upload URL. */
  uploadMs: 15 * 60_000,
  uploadsPerSession: 10,
  /** Per IP address, for all of its sessions, since an office shares one; and per agent. */
  uploadsPerAddress: 200,
  /** Per tenant, by default: at most 20 GB per hour. */
  uploadsPerTenant: 2_000,
  uploadWindowMs: 60 * 60_000,
  /** The lifetime of a download URL for visitors and agents. */
  fileAddressS: 15 * 60,
  /** And a provider, which fetches a file when it gets to it. */
  providerAddressS: 60 * 60,
  /** The files fetched from a chat app. */
  mediaBytes: 25 * 1024 * 1024,
  mediaTimeoutMs: 20_000,
  /** Providers forget a file after a week at the earliest; one that can't be had for so long is given up. */
  mediaLifeMs: 24 * 60 * 60 * 1000,
  /** Records of files at a time: each may hold one in memory. */
  fileBatch: 5,
  /** With the queue's six minutes, a day and a half of tries. */
  fileReceives: 360,
  /** Files that one run of the sweep deletes at most. */
  sweptFiles: 10_000,
  metadataBytes: 16 * 1024,
  metadataListItems: 100,
  metadataNodes: 2_000,
  identifierChars: 128,
  /** A visitor's ID from a site or provider. */
  visitorIdChars: 512,
  /** The subject of an audit entry: `channel:chatapp/…`. */
  resourceChars: 640,
  signatureAgeMs: 5 * 60_000,
  visitorTokenChars: 3 * 1024,
  visitorTokenLifeS: 24 * 60 * 60,
  slowReplyMs: 3_000,
  handlerTimeoutMs: 10_000,
  /** The remaining time of an invocation when its last call must have ended, so that it can still respond. */
  lastWordsMs: 300,
  /** An `http` step that may take longer is left to the queue. */
  backgroundStepMs: 2_000,
  stepsPerTurn: 100,
  stepsPerFlow: 500,
  /** How often a run continues without a message from the visitor (waits and timeouts). */
  wakesInARow: 20,
  callDepth: 5,
  /** How often a model may call tools before it must reply, and how many at a time. */
  toolRounds: 5,
  toolCalls: 5,
  httpResponseBytes: 256 * 1024,
  pollHoldMs: 25_000,
  pollMessages: 50,
  /** Long-polls of one conversation that may wait: two tabs, or an old one and its successor. */
  conversationPolls: 2,
  /**
   * Long-polls that a tenant's visitors may begin in the time that one is held: half of what prod runs at a time. One IP
   * address gets at most four fifths of them.
   */
  tenantPolls: 150,
  newSessionsPerAddress: 60,
  newSessionsPerAddressMax: 100_000,
  pollAgainS: 5,
  pollFirstIntervalMs: 250,
  pollIntervalMs: 700,
  pollJitterMs: 100,
  directoryCacheMs: 60_000,
  /** How often the configuration of a failing tenant is checked for a change. */
  lookAgainMs: 2_000,
  widgetSettingsCacheS: 300,
  /** The period for the usual reply time. */
  replyTimeDays: 28,
  /** Per message. */
  cards: 10,
  cardButtons: 3,
  cardTitleChars: 200,
  cardTextChars: 1000,
  /** A card button's label, and its value. */
  cardLabelChars: 80,
  cardValueChars: 256,
  secretsCacheMs: 5 * 60_000,
  /** A turn's answer waits so long for its effects; what is left of them is settled later. */
  settleWithinMs: 1_400,
  /** Effects that have been pending for so long are settled by the schedule. */
  settleAfterMs: 5 * 60_000,
  /** A published web chat turn is marked as settled so long after: a later turn of the conversation takes the mark with it. */
  markDelayS: 90,
  /** A due time nearer than this is moved when a turn is committed. */
  dueSlackMs: 2 * 60_000,
  requeueAfterMs: 60_000,
  scheduleIntervalMs: 60_000,
  /** How far ahead wake-ups are enqueued beyond a minute, in case the next minute's run is late. */
  scheduleAheadMs: 10_000,
  scheduleShards: 32,
  scheduleTasks: 16,
  scheduleTaskMs: 45_000,
  /** The remaining time of the function when a scheduled task starts no more conversations. */
  scheduleSpareMs: 10_000,
  duePage: 200,
  jobReceives: 5,
  /** Batches of marks that are done beside the schedule's tasks. */
  jobMarkers: 10,
  idleMinutes: 24 * 60,
  /**
   * How long the schedule waits before it ends an idle run: longer than the longest function that writes
   * conversations, plus a minute of clock difference.
   */
  idleEndMarginMs: 2 * 60_000,
  /** How long a visitor waits for an agent if the flow sets no limit. */
  handoffDeadlineMs: 24 * 60 * 60 * 1000,
  /** An assigned handoff ends after this idle time: visitors of chat apps often answer the next day. */
  idleCloseHoursWeb: 24,
  idleCloseHoursChat: 72,
  idleCloseHoursMax: 720,
  /** How long a visitor waits for an owner who is away before others may take the conversation. */
  reclaimMinutes: 10,
  /** An owner who was not heard of for so long is away. */
  presenceMs: 90_000,
  /** How long the answer is kept whether an agent of a queue is available. */
  attendanceCacheMs: 30_000,
  /** How long an assigned conversation is reserved for its agent. */
  offerMs: 2 * 60_000,
  /** A message that crosses the end of a handoff opens it again so long. */
  reopenMs: 10 * 60_000,
  /** How long and how often calls to a contact center are retried, and when it counts as unavailable. */
  centerDeadlineMs: 24 * 60 * 60 * 1000,
  centerRetryMs: 15 * 60_000,
  centerAwaySeconds: 60,
  centerFallbackMinutes: 10,
  /** How long a missing message between two others is waited for, and behind how many messages. */
  centerGapMs: 10_000,
  centerParked: 20,
  /** The maximum age of a typing event. */
  centerTypingMs: 5_000,
  centerTranscript: 100,
  /** A link is kept so long after it was last used, and after the handoff's end. */
  centerLinkMs: 60 * 24 * 60 * 60 * 1000,
  centerLinkEndedMs: 8 * 24 * 60 * 60 * 1000,
  /** How long an agent's action is retried while others write. */
  agentActionMs: 3_000,
  /** Before all who have waited less than this. */
  topOfQueueMs: 30 * 24 * 60 * 60 * 1000,
  /** While a tenant is suspended, what is due is put off so long, and is due no sooner once it is resumed. */
  suspendedPauseMs: 5 * 60_000,
  lastTextChars: 120,
  /** The schedule looks so often whether a queue is still there, and whether an owner may still answer. */
  queueCheckMs: 5 * 60_000,
  ownerCheckMs: 60 * 60_000,
  /** A former agent may still take a handoff for this long: permissions are cached for a minute. */
  giveBackAgainS: 75,
  /** How long inbox updates are kept, how far back they are read, and after how many the client must reload. */
  feedKeptMs: 60 * 60_000,
  feedReadMs: 30 * 60_000,
  feedEntries: 500,
  /** An update this old may still appear. */
  feedOverlapMs: 5_000,
  feedIntervalMs: 1_500,
  mentions: 10,
  /** Within which a visitor in a queue should be answered, unless the tenant sets another target for it. */
  answerTargetS: 60,
  /** Members of a queue. */
  queueMembers: 100,
  /** How many conversations an agent may have before automatic assignment skips them: the default and the maximum. */
  agentConversations: 5,
  agentConversationsMax: 100,
  /** How often an agent's load is compared with their conversations while their queues have some to assign. */
  loadCheckMs: 60_000,
  /** The longest pause between two attempts to store a hold. */
  holdPauseMs: 25,
  /** A hold this old is of a killed process: no function runs this long. */
  holdLifeMs: 60 * 60_000,
  /** How long an agent's load is kept after its last change. */
  loadDays: 30,
  /** After this time, an assignment job leaves the rest to another one. */
  assignJobMs: 15_000,
  savedReplies: 500,
  /** Notes and history of a conversation that are shown: the last ones. */
  sideEntries: 100,
  inboxCursorChars: 16_384,
  /** Choices of an agent's message: the limit of chat apps' lists. */
  replyChoices: 10,
  /** The highest queue position shown to visitors, and its maximum age. */
  shownPosition: 100,
  positionCacheMs: 10_000,
  /** How long a typing indicator is shown. */
  typingMs: 6_000,
  /** A chat app shows it for 25 s or until an answer comes. */
  shownTypingMs: 20_000,
  /** A provider's call that only shows something is waited for so long, and what it was for remembered. */
  showReadTimeoutMs: 3_000,
  /** It waits so long for its moment in the account's pace. */
  showReadWaitMs: 1_000,
  shownReadS: 24 * 60 * 60,
  /** A longer id of a provider's message is not kept. */
  providerIdChars: 256,
  /** Requests of a service key. */
  serviceRequestsPerMinute: 300,
  serviceKeysPerTenant: 100,
  /** A provider's limits of a template and its parameters. */
  templateNameChars: 512,
  templateValueChars: 1_024,
  templateValues: 50,
  templateButtons: 10,
  templateHeaderChars: 60,
  templateBodyChars: 1_024,
  templateUrlChars: 2_000,
  templateCodeChars: 15,
  templatePayloadChars: 128,
  /** The lifetime of an account's cached templates, and the pause after a failure of the provider. */
  templatesLifeMs: 60 * 60_000,
  templatesPauseMs: 60_000,
  /** How many are cached, and how many are in a page of the provider. */
  templatesKept: 1_000,
  templatesPage: 50,
  templatesKeptDays: 30,
  /** A chat app's window is taken to end so long before it does. */
  windowSpareMs: 60_000,
  queuesPerTenant: 20,
  /** The labels that a tenant has, and that one conversation has. */
  labelsPerTenant: 50,
  labelsPerConversation: 10,
  labelIdChars: 64,
  labelNameChars: 40,
  /** How long a conversation may be snoozed; never beyond its retention. */
  snoozeDaysMax: 180,
  logRetentionDays: 90,
  /** A conversation outlives its log by what may still be pending of it: a day of trying, and a day more. */
  conversationGraceDays: 2,
  /**
   * How long an erasure is remembered: as long as SQS may keep a message of the conversation, plus the days above.
   */
  erasedDays: 13,
  /** How long a turn committed before its conversation was erased may still be written. */
  erasureSettlesMs: 6_000,
  /** How long a status for an unknown reply is kept: as long as providers retry undelivered ones. */
  earlyStatusDays: 8,
  /** Above it a message is stored apart: it and its turn must fit SQS, EventBridge (256 KB) and an item (400 KB). */
  queuedMessageBytes: 64 * 1024,
  /** How often an open editor reports itself, and after how long it counts as closed. */
  editorEveryMs: 15_000,
  editorMs: 22_000,
  /** Links by which anyone tries a flow's draft: how many a flow has, how long one lives, and its use per day of UTC. */
  testLinksPerFlow: 10,
  testLinkMs: 7 * 24 * 60 * 60_000,
  testSessionsPerDay: 30,
  testMessagesPerDay: 500,
  testTokensPerDay: 50_000,
  /** A test chat is kept so long after its last message; packed it must fit an item of 400 KB. */
  testSessionMs: 24 * 60 * 60_000,
  testSessionBytes: 300 * 1024,
  /** A link with real calls: the calls of one turn together. */
  testTurnMs: 7_000,
  /** Handoffs and waits that one message of a test chat may pass. */
  testSkips: 5,
  /** A backstop: SQS counts a receive for every record of a batch, tried or not. What is hopeless ends before. */
  queueReceives: 1_000,
  /** How long a record is retried if the failures aren't its own. */
  queuedDeadlineMs: 24 * 60 * 60 * 1000,
  deadLetterMs: 14 * 24 * 60 * 60 * 1000,
  /** Messages in a row whose flow may raise before the run is ended. */
  raisesInARow: 3,
  /** The maximum time of a queued turn: five of the slowest steps. */
  queuedTurnMs: 25_000,
  /** An event that the pipe between bus and connector can't process. */
  pipeReceives: 5,
  /** A record that was received more often is reported. */
  stuckReceives: 200,
  sendTimeoutMs: 5_000,
  sendsPerSecond: 20,
  /**
   * How long a reply is retried; on chat apps counted from the visitor's message, since their window closes then,
   * too.
   */
  replyLifeMs: 24 * 60 * 60 * 1000,
  /** Replies that must wait longer leave the outbound queue. */
  queuedReplyWaitMs: 60_000,
  queueBatch: 10,
  /** A stranger's slow turn must not hold up a visitor who waits. */
  continuationBatch: 1,
  /** Messages of one conversation that are acknowledged and not answered yet. */
  waitingMessages: 30,
  /** Wrong passwords of a network that cost no wait; each further one doubles it, from a second. */
  freeGuesses: 5,
  guessPauseMaxMs: 60_000,
  guessMemoryMs: 15 * 60_000,
  codeVerifierChars: 64,
  stateChars: 32,
  refreshLeadS: 60,
} as const;

/** The limits of the report on rejected requests. @see docs/decisions/reports.md */
export const refusalLimits = {
  /** Those of a minute that an execution environment has a line for: of a kind and tenant, and of all. */
  windowMs: 60_000,
  lines: 10,
  linesOfAll: 50,
  /** Further ones share a log line per this many. */
  linesHeld: 100,
  /** The number of sites with their own count: per tenant and day, and in a report. */
  sitesKept: 40,
  sitesShown: 100,
  siteChars: 100,
  /** The kinds per tenant, and the tenants, that a process counts between two writes. */
  kindsHeld: 100,
  tenantsHeld: 1_000,
  /** Tenants whose counts a process writes each minute. */
  rowsPerNote: 10,
  /** How long the write may delay a concurrent request. */
  writeMs: 200,
} as const;

/** The numbers of the search index. @see docs/decisions/search.md */
export const searchLimits = {
  queryChars: 200,
  queryWords: 8,
  /** Longer words are cut, in texts and queries. */
  wordChars: 32,
  /** A message is indexed by the first distinct words of its first characters. */
  wordsPerText: 200,
  textChars: 4_096,
  snippetChars: 160,
  snippetLeadChars: 40,
  keptDays: 90,
  /** Partitions of parts that are not packed yet, and of the words of packs. */
  shards: 4,
  wordPartitions: 64,
  /** How long one part of a conversation collects words. */
  partMs: 24 * 60 * 60_000,
  partsMost: 999_999,
  /** Parts of a pack, at least and at most: its table of conversations is one write unit, too. */
  packLeast: 55,
  packMost: 110,
  /** New parts per check whether their shard can be packed. */
  partsPerCheck: 8,
  /** After this time, an unfinished pack counts as abandoned. */
  packLeaseMs: 5 * 60_000,
  /** Turns to read when a conversation is first indexed, and around a hit. */
  turnsRead: 100,
  turnsIndexed: 1_000,
  /** How long to wait for an announced message. */
  arrivalMs: 60 * 60_000,
  /** Pages of one megabyte that a search reads for each word, newest first. */
  pagesRead: 6,
  /** Hits that are checked for one page. */
  hitsRead: 100,
} as const;
