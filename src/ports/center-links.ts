import type { AgentRecord } from '../contract/center-records.ts';
import type { ChannelName } from '../contract/vocabulary.ts';

/** Which handoff, of which tenant. */
export interface HandoffName {
  readonly tenantId: string;
  readonly handoffId: string;
}

/** How far a contact center has been told of a handoff. Only the queue of its conversation writes it. @see handoff.md 4 */
export interface CenterLink extends HandoffName {
  readonly conversationId: string;
  readonly channel: ChannelName;
  /** The account that the center is reached by. */
  readonly accountId: string;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Whether it knows the handoff; `maybe`: the answer to that was lost. */
  readonly opened: 'no' | 'maybe' | 'yes';
  /** How often it was opened: a message that crosses its end opens it again. */
  readonly opens: number;
  /** Of the last event that it has taken, or refused for good. */
  readonly position: number;
  /** The last message of the log that it was told, or that it need not be. */
  readonly doneMessageId: string | null;
  /** The last update of a message that it was told, or that it need not be; absent as the last release wrote it. */
  readonly doneUpdateId?: string;
  /** What the center calls it. */
  readonly externalId: string | null;
  /** The next event's trouble. */
  readonly trouble: { readonly sinceMs: number; readonly tries: number } | null;
  /** The visitor has been told that it can't be reached. */
  readonly isAway: boolean;
  /** When it was told the end, or told us. */
  readonly endedAtMs: number | null;
  /** The handoff's epoch then: one that is opened again has another. */
  readonly endedEpoch: number;
}

/** What a center has sent, in its order. Only the queue of its conversation writes it. @see handoff.md 4.2 */
export interface CenterArrivals extends HandoffName {
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Everything up to it has been carried out, or is waited for no more. */
  readonly position: number;
  /** What waits for what comes before it. */
  readonly parked: readonly AgentRecord[];
}

/** Handoffs that contact centers have, kept for eight days after their end. */
export interface CenterLinks {
  find(name: HandoffName): Promise<CenterLink | null>;
  /** @throws VersionConflictError when somebody else has written it */
  save(next: CenterLink): Promise<void>;
  findArrivals(name: HandoffName): Promise<CenterArrivals | null>;
  /** @throws VersionConflictError when somebody else has written them */
  saveArrivals(next: CenterArrivals): Promise<void>;
}
