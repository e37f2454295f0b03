import type {
  DeliveryState,
  DeliveryStatus,
  PartDelivery,
  ReplyDelivery,
} from '../domain/delivery-status.ts';
import type { RunName } from './runs.ts';

/** A message that a provider took, by the id that the provider gave it. */
export interface SentPart {
  /** Names the reply, or a later part of it: see `partId`. */
  readonly partId: string;
  readonly conversationId: string;
}

/** What is forgotten when its turn's log is: a time in epoch seconds. */
export interface Forgotten {
  readonly expiresAtS: number;
}

/** Of a reply that a contact center's agent has said: the handoff, the account, and what the center calls it. */
export interface SaidByCenter {
  readonly conversationId: string;
  readonly handoffId: string;
  readonly accountId: string;
  readonly refId: string;
}

/** The number that was written to, where the provider's answer does not name whose it is: a status does, later. */
export interface WrittenTo {
  readonly accountId: string;
  readonly phone: string;
  readonly atMs: number;
  readonly retentionDays: number;
}

/** One of the messages that a reply is sent as, once its fate is known. */
export interface PartRecord extends Forgotten {
  readonly partId: string;
  /** How many messages its reply is sent as. */
  readonly parts: number;
  /** Of the reply's turn: the log finds later statuses by it. */
  readonly correlationId: string;
  readonly conversationId?: string;
  readonly delivery: PartDelivery;
  readonly center?: SaidByCenter | undefined;
  /** That counts it when it does not arrive. */
  readonly run?: Omit<RunName, 'tenantId'>;
  readonly written?: WrittenTo | undefined;
}

/** What was known of a part when a status came for it. */
export interface Advanced {
  readonly moved: boolean;
  /** Of its turn; null while it is not recorded. */
  readonly correlationId: string | null;
  /** Null while it is not recorded, and as the last release recorded it. */
  readonly conversationId: string | null;
  /** Set where a contact center wants to hear of it. */
  readonly center: SaidByCenter | null;
  /** Null while it is not recorded, and where no run counts it. */
  readonly run: (Omit<RunName, 'tenantId'> & Forgotten) | null;
  readonly before: DeliveryState | null;
  /** Null where nobody has to be told apart. */
  readonly written: WrittenTo | null;
}

/** What became of replies sent through a provider. @see design 5.3 */
export interface Deliveries {
  /** Links the provider's id with the part; gives what the provider has said of it already. */
  link(tenantId: string, providerMessageId: string, sent: SentPart & Forgotten): Promise<PartDelivery | null>;
  /** The part that was linked with a provider's id. */
  findSent(tenantId: string, providerMessageId: string): Promise<SentPart | null>;
  /**
   * Records what became of a part, beside what the provider has said of it.
   * @returns whether it was not recorded before, and what the provider had said
   */
  record(tenantId: string, part: PartRecord): Promise<{ first: boolean; said: PartDelivery | null }>;
  /** Keeps the provider's word by its id; gives the part's id once it is linked. */
  keepStatus(tenantId: string, status: DeliveryStatus): Promise<string | null>;
  /** Moves a part forward, never back. */
  advance(tenantId: string, partId: string, delivery: PartDelivery): Promise<Advanced>;
  findPart(tenantId: string, partId: string): Promise<PartDelivery | null>;
  /** The worst of a reply's parts; null while none has left. */
  find(tenantId: string, replyId: string): Promise<ReplyDelivery | null>;
}
