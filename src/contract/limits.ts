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
  /** How long a changed or disabled user's old token may still be taken by a function that has seen it. */
  userAccessCacheMs: 30_000,
  /** How often it is written that a user has the console open, and for how long that is kept. */
  userSeenMs: 5 * 60_000,
  userSeenDays: 400,
  /** Longer than any function or command takes for a change of a user: after it the pool tells what became of one. */
  userChangeMs: 60_000,
  /** The index of users is compared with the pool once a day. */
  userSyncEveryMs: 24 * 60 * 60_000,
  /** So often it is looked whether that is due, or was not finished. */
  userSyncLookMs: 15 * 60_000,
  /** A run begins no page of users after that; the next one continues. Well before the function's timeout of 15 minutes. */
  userSyncRunMs: 10 * 60_000,
  /** How often it is noted that an account's webhook calls are accepted, or refused, and which sites a widget refuses. */
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
  /** How long a request that exports or erases visitor data runs; the rest needs another request. */
  peopleRequestMs: 20_000,
  accountsOfChannel: 1_000,
  /** What waits is counted up to here. */
  countedWaiting: 100,
  /** Conversations that are replayed against a draft at a time, turns of each, and what all of it may take. */
  replayedConversations: 20,
  replayedTurns: 50,
  replayMs: 4_000,
  replayChars: 1_000_000,
  /** Of a hundred conversations, how many keep what their steps found outside, unless their flow says. */
  recordPercent: 1,
  /** What one turn keeps of that: it lies in the conversation's item until the log has it. */
  recordedChars: 16 * 1024,
  noteCharsMax: 500,
  uploadBytes: 10 * 1024 * 1024,
  /** Width by height of a picture: a few kilobytes of PNG may unpack to gigabytes in the browser that shows it. */
  picturePixels: 100_000_000,
  /** How long the address that a file is uploaded to lives. */
  uploadMs: 15 * 60_000,
  uploadsPerSession: 10,
  /** Of all sessions of one source address, since an office has one; and of one who answers visitors. */
  uploadsPerAddress: 200,
  /** Of all, unless the tenant says otherwise: an hour costs 20 GB at most. */
  uploadsPerTenant: 2_000,
  uploadWindowMs: 60 * 60_000,
  /** How long an address of a file lives that a visitor, or an agent, reads it from. */
  fileAddressS: 15 * 60,
  /** And a provider, which fetches a file when it gets to it. */
  providerAddressS: 60 * 60,
  /** What is fetched of a chat app. */
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
  /** Of a visitor, as a site or a provider calls them. */
  visitorIdChars: 512,
  /** Of what an audit entry is about: `channel:chatapp/…`. */
  resourceChars: 640,
  signatureAgeMs: 5 * 60_000,
  visitorTokenChars: 3 * 1024,
  visitorTokenLifeS: 24 * 60 * 60,
  slowReplyMs: 3_000,
  handlerTimeoutMs: 10_000,
  /** What is left of an invocation when its last call must have ended, so that it can still answer. */
  lastWordsMs: 300,
  /** An `http` step that may take longer is left to the queue. */
  backgroundStepMs: 2_000,
  stepsPerTurn: 100,
  stepsPerFlow: 500,
  /** How often a run continues without a message from the visitor, by waits and timeouts. */
  wakesInARow: 20,
  callDepth: 5,
  /** How often a model may ask for its tools before it must answer, and what it may ask for at a time. */
  toolRounds: 5,
  toolCalls: 5,
  httpResponseBytes: 256 * 1024,
  pollHoldMs: 25_000,
  pollMessages: 50,
  /** Long-polls of one conversation that may wait: two tabs, or an old one and its successor. */
  conversationPolls: 2,
  /** Long-polls that one tenant's visitors may begin while one is held: half of what prod runs at a time. */
  tenantPolls: 150,
  newSessionsPerAddress: 60,
  newSessionsPerAddressMax: 100_000,
  pollAgainS: 5,
  pollFirstIntervalMs: 250,
  pollIntervalMs: 700,
  pollJitterMs: 100,
  directoryCacheMs: 60_000,
  /** Of a tenant whose configuration refuses: so often it is asked whether that has been changed. */
  lookAgainMs: 2_000,
  widgetSettingsCacheS: 300,
  /** Of one message. */
  cards: 10,
  cardButtons: 3,
  cardTitleChars: 200,
  cardTextChars: 1000,
  /** Of a card's button: what it says, and what it says for the visitor. */
  cardLabelChars: 80,
  cardValueChars: 256,
  secretsCacheMs: 5 * 60_000,
  /** A turn's answer waits so long for its effects; what is left of them is settled later. */
  settleWithinMs: 1_400,
  /** Effects that have been pending for so long are settled by the schedule. */
  settleAfterMs: 5 * 60_000,
  /** A published web chat turn is marked as settled so long after: a later turn of a talk takes the mark with it. */
  markDelayS: 90,
  /** A due time nearer than this is moved when a turn is committed. */
  dueSlackMs: 2 * 60_000,
  requeueAfterMs: 60_000,
  scheduleIntervalMs: 60_000,
  /** So much more than a minute ahead wakes are handed out: the next minute may be late. */
  scheduleAheadMs: 10_000,
  scheduleShards: 32,
  scheduleTasks: 16,
  scheduleTaskMs: 45_000,
  /** What is left of the function's time when a task of the schedule begins no more visits. */
  scheduleSpareMs: 10_000,
  duePage: 200,
  choreReceives: 5,
  /** Batches of marks that are done beside the schedule's tasks. */
  choreMarkers: 10,
  idleMinutes: 24 * 60,
  /**
   * How long the schedule leaves a run alone that is over for being idle: longer than the longest function that writes
   * conversations runs, and by a minute more than clocks differ.
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
  /** How long an assigned conversation is reserved for its agent. */
  offerMs: 2 * 60_000,
  /** A message that crosses the end of a handoff opens it again so long. */
  reopenMs: 10 * 60_000,
  /** How long and how often calls to a contact center are retried, and after how long it counts as away. */
  centerPatienceMs: 24 * 60 * 60 * 1000,
  centerRetryMs: 15 * 60_000,
  centerAwaySeconds: 60,
  centerFallbackMinutes: 10,
  /** What comes between two of its messages is waited for so long, behind so many at most. */
  centerGapMs: 10_000,
  centerParked: 20,
  /** The maximum age of a typing event. */
  centerTypingMs: 5_000,
  centerTranscript: 100,
  /** A link is kept so long after it was last used, and after the handoff's end. */
  centerLinkMs: 60 * 24 * 60 * 60 * 1000,
  centerLinkEndedMs: 8 * 24 * 60 * 60 * 1000,
  /** How long an agent's action is retried while others write. */
  deskPatienceMs: 3_000,
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
  /** How long inbox updates are kept, how far back they are read, and how many before the client must reload. */
  feedKeptMs: 60 * 60_000,
  feedReadMs: 30 * 60_000,
  feedEntries: 500,
  /** What was told so long ago may still appear. */
  feedOverlapMs: 5_000,
  feedIntervalMs: 1_500,
  mentions: 10,
  /** Within which a visitor in a queue should be answered, unless the tenant sets another target for it. */
  answerTargetS: 60,
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
  /** What a provider takes of a template and of what fills it. */
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
  /** As many as are remembered, and in a page of the provider's. */
  templatesKept: 1_000,
  templatesPage: 50,
  templatesKeptDays: 30,
  /** A chat app's window is taken to end so long before it does. */
  windowSpareMs: 60_000,
  queuesPerTenant: 20,
  logRetentionDays: 90,
  /** A conversation outlives its log by what may still be pending of it: a day of trying, and a day more. */
  conversationGraceDays: 2,
  /** That a conversation was erased is known as long as SQS may keep one of its messages, with the days above. */
  erasedDays: 13,
  /** What may still be written of a turn that was committed before its conversation was erased. */
  erasureSettlesMs: 6_000,
  /** What is kept of a status whose reply is not known yet: providers repeat what they have not delivered so long. */
  earlyStatusDays: 8,
  /** Above it a message is stored apart: it and its turn must fit SQS, EventBridge (256 KB) and an item (400 KB). */
  queuedMessageBytes: 64 * 1024,
  /** A backstop: SQS counts a receive for every record of a batch, tried or not. What is hopeless ends before. */
  queueReceives: 1_000,
  /** How long a record is tried whose failures are not its own. */
  patienceMs: 24 * 60 * 60 * 1000,
  deadLetterMs: 14 * 24 * 60 * 60 * 1000,
  /** Messages in a row whose flow may raise before the run is ended. */
  raisesInARow: 3,
  /** What one queued turn may take: five of the slowest steps. */
  queuedTurnMs: 25_000,
  /** Of an event that the pipe between bus and connector can't take. */
  pipeReceives: 5,
  /** A record that was received more often is reported. */
  stuckReceives: 200,
  sendTimeoutMs: 5_000,
  sendsPerSecond: 20,
  /** How long a reply is tried; on chat apps counted from the user's message, when their window closes too. */
  replyLifeMs: 24 * 60 * 60 * 1000,
  /** What must wait longer leaves the outbound queue. */
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
  /** Of further ones there is a line for so many together. */
  linesHeld: 100,
  /** The number of sites with their own count: per tenant and day, and in a report. */
  sitesKept: 40,
  sitesShown: 100,
  siteChars: 100,
  /** Kinds of a tenant that a process tells apart between two writes, and tenants. */
  kindsHeld: 100,
  tenantsHeld: 1_000,
  /** Tenants whose counts a process writes each minute. */
  rowsPerNote: 10,
  /** How long a request that comes then may be held by it. */
  writeMs: 200,
} as const;
