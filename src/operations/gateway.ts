import type { IdKeys } from '../domain/message-ids.ts';
import type { FlowState } from '../engine/interfaces.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import type {
  ChannelHealthNotes,
  DeadLetters,
  Deliveries,
  DeliveryCursors,
  ReplyQueue,
  SendPacing,
  WaitingReplies,
} from '../ports/deliveries.ts';
import type { ChannelAccounts, Directory, TemplateMemory, TenantSecrets } from '../ports/directory.ts';
import type { DirectoryRecords } from '../ports/directory-writer.ts';
import type { FileAddresses, FileJobs, FileRecords } from '../ports/files.ts';
import type {
  AgentLoads,
  BackgroundJobs,
  CenterLinks,
  CenterQueue,
  HandoffIndex,
  InboxFeed,
  Presence,
  Typing,
} from '../ports/handoff.ts';
import type { Deadlines, HttpClient, LlmClient } from '../ports/http-client.ts';
import type { MailQueue, MailStore } from '../ports/mails.ts';
import type { EventBus, Log, Metrics } from '../ports/observability.ts';
import type { People } from '../ports/people.ts';
import type { AnsweringTeams, Refusals, RunStore, TokenCounts, WidgetSightings } from '../ports/runs.ts';
import type {
  Admissions,
  LargeMessages,
  MessageAllowance,
  ReceivedMessages,
  RecordVisibility,
  TenantAllowance,
  TurnLog,
  TurnQueue,
} from '../ports/turns.ts';
import type { PasswordGuesses } from '../ports/users.ts';

/** What the operations for visitors' requests use: ports, and time and randomness as parameters. */
export interface VisitorGateway {
  readonly directory: Directory;
  /** The secrets that tenants verify and that flows send. */
  readonly secrets: TenantSecrets;
  readonly conversations: ConversationStore<FlowState>;
  readonly turnLog: TurnLog;
  readonly files: FileRecords;
  readonly addresses: FileAddresses;
  readonly fileJobs: FileJobs;
  readonly deadLetters: DeadLetters;
  readonly sightings: WidgetSightings;
  readonly answeringTeams: Pick<AnsweringTeams, 'find'>;
  readonly refusals: Refusals;
  readonly metrics: Metrics;
  readonly admissions: Admissions;
  readonly allowance: MessageAllowance;
  /** New sessions of a minute, by tenant and source address. */
  readonly sessionAllowance: TenantAllowance;
  /** Long-polls that a tenant's visitors begin while one is held. */
  readonly pollAllowance: MessageAllowance;
  /** Uploads of an hour, by session and by source address. */
  readonly uploadAllowance: TenantAllowance;
  /** Requests for emails of an hour, by session, source address and tenant. */
  readonly mailAllowance: TenantAllowance;
  readonly mails: MailStore;
  readonly mailQueue: MailQueue;
  readonly bus: EventBus;
  /** Messages of webhooks. */
  readonly queue: TurnQueue;
  /** Queued turns of web chat: slow ones, and the messages after them. @see design 5.3, 5.4 */
  readonly continuations: TurnQueue;
  /** Handoffs, and visitors who wait for an agent. */
  readonly inboxIndex: HandoffIndex;
  /** The presence of agents. */
  readonly presence: Presence;
  /** The directory's records as they are stored. */
  readonly records: Pick<DirectoryRecords, 'find' | 'list'>;
  readonly typing: Typing;
  readonly centers: CenterQueue;
  readonly backgroundJobs: BackgroundJobs;
  readonly http: HttpClient;
  readonly llm: LlmClient;
  readonly tokens: TokenCounts;
  readonly deadlines: Deadlines;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly random: () => number;
  /** Waits; only for moments, since waiting costs money on Lambda. */
  readonly pause: (ms: number) => Promise<void>;
  /** Keys of derived ids: conversation ids can't be guessed without them. */
  readonly idKeys: () => Promise<IdKeys>;
  /** Turns that this process has settled and not yet marked so. */
  readonly settled: SettledTurns;
}

/** Everything that operations are given: also what webhooks, deliveries and the schedule take. */
export interface Gateway extends VisitorGateway {
  /** Also what messages are sent with; the connector's. */
  readonly sendingSecrets: TenantSecrets;
  readonly feed: Pick<InboxFeed, 'side'>;
  readonly accounts: ChannelAccounts;
  readonly guesses: PasswordGuesses;
  readonly people: People;
  readonly received: ReceivedMessages;
  readonly largeMessages: LargeMessages;
  readonly deliveries: Deliveries;
  readonly cursors: DeliveryCursors;
  readonly waiting: WaitingReplies;
  readonly replyQueue: ReplyQueue;
  readonly pacing: SendPacing;
  readonly health: ChannelHealthNotes;
  readonly visibility: RecordVisibility;
  /** What agents have. */
  readonly loads: AgentLoads;
  /** The cached templates of accounts. */
  readonly templates: TemplateMemory;
  /** Handoffs of contact centers, and their notification. */
  readonly centerLinks: CenterLinks;
  /** The verify tokens of the first chat app's subscription handshake. */
  readonly verifyTokens: () => Promise<readonly string[]>;
  /** The runs, which count replies that weren't delivered. */
  readonly runs: Pick<RunStore, 'noteArrived' | 'noteUndelivered' | 'mark'>;
}

/** Memory of one process; see `settle-turn.ts`. */
export interface SettledTurns {
  has(turnId: string): boolean;
  add(conversation: ConversationKey, turnIds: readonly string[]): void;
  /** Returns another conversation to mark as settled, never the given one. */
  takeOther(conversationId: string): ConversationKey | undefined;
  /** The conversation was written again, including its mark. */
  drop(conversationId: string): void;
}

export type ConversationKey = Parameters<ConversationStore<FlowState>['clearOutbox']>[0];
