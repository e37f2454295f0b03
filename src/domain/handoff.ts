import type { Priority } from '../contract/labels.ts';
import { limits } from '../contract/limits.ts';
import type { MessageUpdate } from '../contract/queue-records.ts';
import { defaultQueue } from '../contract/queues.ts';
import type { ChannelName, ConversationStatus, FlowPosition, Handoff } from '../contract/vocabulary.ts';

/** The one who answers: a person of the tenant, a system with a service key, or a contact center's agent. */
export interface HandoffOwner {
  readonly kind: 'user' | 'service' | 'center';
  readonly id: string;
  /** The name that visitors see; never an email address. */
  readonly name: string;
  readonly picture?: string;
}

/** The principal of an owner: users of an external system share its API key. @see handoff.md 5 */
export const principalOf = ({ kind, id }: Pick<HandoffOwner, 'kind' | 'id'>): string =>
  kind === 'service' ? (id.split(':')[0] ?? id) : id;

/** The owner ID of a contact center, whichever agent answers; not a user's ID. */
export const centerName = (accountId: string): string => `center#${accountId}`;

/** The outcome of a handoff. @see handoff.md 2.3 */
export type HandoffOutcome = 'returned' | 'closed' | 'expired' | 'visitor' | 'erased';

/** A handoff that is going on; it lies in the conversation's item. @see handoff.md 1.1 */
/** A note that names an agent. */
export interface Mention {
  readonly userId: string;
  /** Name of who wrote it. */
  readonly by: string;
  readonly atMs: number;
}

export interface LiveHandoff {
  readonly id: string;
  readonly state: 'requested' | 'taken';
  readonly reason: string;
  readonly queue: string;
  readonly requestedAtMs: number;
  /** While requested: no agent came in time; while assigned: no message for too long. */
  readonly deadlineAtMs: number;
  /** The flow's current step, and the one to continue at; of the run's pinned version. */
  readonly stepId: string;
  readonly next?: string;
  readonly onTimeout?: string;
  readonly afterClose?: string;
  /** Variables that agents see. */
  readonly share: Readonly<Record<string, unknown>>;
  readonly owner: HandoffOwner | null;
  /** Assigned to its owner by the queue. */
  readonly isAutomatic?: true;
  /** The previous owner. */
  readonly previous: HandoffOwner | null;
  /** Reserved for the assigned agent until then. */
  readonly offer: { readonly userId: string; readonly untilMs: number } | null;
  readonly takenAtMs: number | null;
  readonly firstTakenAtMs: number | null;
  readonly firstAgentAtMs: number | null;
  /** The visitor's first unanswered message. */
  readonly waitingSinceMs: number | null;
  readonly lastAgentAtMs: number | null;
  readonly lastVisitorAtMs: number | null;
  /** Hidden from the lists of open conversations in this time. */
  readonly snooze?: { readonly atMs: number; readonly untilMs: number };
  /** When it last came back from a snooze. */
  readonly backAtMs?: number;
  /** Agents mentioned in notes, with the latest note for each. */
  readonly mentions?: readonly Mention[];
  readonly counts: { readonly visitor: number; readonly agent: number };
  /** How long the previous owners had it, and worked on it. */
  readonly heldMs: number;
  readonly attendedMs: number;
  /** Its place in the queue: those at the top have waited for an owner who went away. */
  readonly inboxAtMs: number;
  /** The idle time after which it ends. */
  readonly idleCloseMs: number;
  /** How long a visitor waits for an owner who is away. */
  readonly reclaimMs: number;
  /** The beginning of the last message. */
  readonly lastText: string;
  /** The contact center that is to answer. */
  readonly center?: HeldByCenter;
}

/** A contact center that answers in the place of the tenant's people. @see handoff.md 4 */
export interface HeldByCenter {
  readonly accountId: string;
  /** So long after the request, or after it could last be reached, the tenant's people see it, too; absent: never. */
  readonly fallbackMs?: number;
  /** They see it. */
  readonly isShared?: true;
  /** One of them has taken it: the center has no say any more. */
  readonly isOut?: true;
  /** Since when it can't be reached. */
  readonly awaySinceMs?: number;
}

/** The last handoff of a conversation that has ended. */
export interface EndedHandoff {
  readonly id: string;
  readonly endedAtMs: number;
  readonly outcome: HandoffOutcome;
  readonly owner: HandoffOwner | null;
  /** Who ended it. */
  readonly by?: HandoffOwner['kind'];
  /** The contact center that has it. */
  readonly center?: HeldByCenter;
  /** The ended handoff that a crossing message reopens. */
  readonly before?: LiveHandoff;
}

/** The handoff fields of a conversation's item. */
export interface Held {
  /** One more at each change of owner or state; never reset. */
  readonly epoch: number;
  readonly handoff: LiveHandoff | null;
  readonly lastHandoff: EndedHandoff | null;
}

/** The request of a handoff step. */
export interface HandoffRequest {
  readonly id: string;
  readonly epoch: number;
  readonly queue: string;
  readonly stepId: string;
  readonly next?: string;
  readonly onTimeout?: string;
  readonly afterClose?: string;
  readonly share: Readonly<Record<string, unknown>>;
  readonly deadlineAtMs: number;
  readonly center?: HeldByCenter;
  /** A message has crossed the end of this very handoff. */
  readonly reopened?: true;
}

const minuteMs = 60_000;

/** A tenant's time limits of handoffs. */
export interface HandoffTimeouts {
  readonly reclaim_minutes?: number | undefined;
  readonly idle_close_hours?: number | undefined;
}

/** How long an assigned handoff may be inactive. Chat apps get longer than web chat. */
export function handoffTimeouts(
  channel: ChannelName,
  { reclaim_minutes: minutes = limits.reclaimMinutes, idle_close_hours: hours }: HandoffTimeouts,
): Pick<LiveHandoff, 'idleCloseMs' | 'reclaimMs'> {
  const idleHours = hours ?? (channel === 'webchat' ? limits.idleCloseHoursWeb : limits.idleCloseHoursChat);
  return { idleCloseMs: idleHours * 60 * minuteMs, reclaimMs: minutes * minuteMs };
}

/** A handoff as it begins. */
export function requestedHandoff(
  { epoch: _, reopened: __, ...asked }: HandoffRequest,
  { reason }: Pick<Handoff, 'reason'>,
  { channel, nowMs }: { readonly channel: ChannelName; readonly nowMs: number },
): LiveHandoff {
  return {
    ...asked,
    state: 'requested',
    reason,
    requestedAtMs: nowMs,
    owner: null,
    previous: null,
    offer: null,
    takenAtMs: null,
    firstTakenAtMs: null,
    firstAgentAtMs: null,
    waitingSinceMs: null,
    lastAgentAtMs: null,
    lastVisitorAtMs: null,
    counts: { visitor: 0, agent: 0 },
    heldMs: 0,
    attendedMs: 0,
    inboxAtMs: nowMs,
    ...handoffTimeouts(channel, {}),
    lastText: '',
  };
}

/** Decides whether a conversation is in a handoff: by the flow's status, which every release writes. */
export interface HandoffSource {
  readonly channel: ChannelName;
  readonly state: { readonly status?: ConversationStatus } | null;
  readonly handoff: LiveHandoff | null;
}

/** The handoff that is going on. */
export const handoffOf = ({ state, handoff }: HandoffSource): LiveHandoff | null =>
  state?.status === 'handoff' ? handoff : null;

/**
 * When the schedule must check it: at its end, or when an owner or contact center is away while the visitor waits.
 */
export function handoffDueTimes(live: LiveHandoff): number[] {
  const { state, deadlineAtMs, waitingSinceMs, reclaimMs, owner, snooze, backAtMs = 0 } = live;
  if (snooze) return [snooze.untilMs];
  const waits = state === 'taken' && owner?.kind === 'user' && waitingSinceMs !== null;
  const reclaimAtMs = waits ? [Math.max(waitingSinceMs, backAtMs) + reclaimMs] : [];
  return [deadlineAtMs, ...reclaimAtMs, sharedAtMs(live) ?? []].flat();
}

/** When to check it although nothing is due: its queue may be deleted, or its owner may have lost access. */
export function handoffCheckAtMs({ state, owner }: LiveHandoff, nowMs: number): number {
  if (state === 'requested') return nowMs + limits.queueCheckMs;
  return owner?.kind === 'user' ? nowMs + limits.ownerCheckMs : Number.POSITIVE_INFINITY;
}

/** The queue, or the one that is always there. */
export const queueIn = (queues: readonly string[], queue: string): string =>
  queues.includes(queue) ? queue : defaultQueue;

/** When the tenant's people are to see what a center has, or is to have; null where they do, or never will. */
export function sharedAtMs({ state, requestedAtMs, center }: LiveHandoff): number | null {
  if (!center || center.isShared || center.fallbackMs === undefined) return null;
  const sinceMs = state === 'requested' ? requestedAtMs : center.awaySinceMs;
  return sinceMs === undefined ? null : sinceMs + center.fallbackMs;
}

/** Whether only the contact center has it: the handoff is in no inbox until one of the tenant's agents takes it. */
export function isElsewhere({ center, owner }: Pick<LiveHandoff, 'center' | 'owner'>): boolean {
  return owner === null && center !== undefined && !center.isShared;
}

/** The handoff's public tag, which changes with its owner and state. */
export function handoffTag({ id }: Pick<LiveHandoff, 'id'>, epoch: number): string {
  return `"${id}.${epoch}"`;
}

/** The beginning of a message, for a list. */
export function beginningOf(text: string): string {
  return text.length <= limits.lastTextChars
    ? text
    : `${text.slice(0, limits.lastTextChars - 2).toWellFormed()} …`;
}

/** Why an agent no longer owns an open handoff. */
export type ReleaseReason = 'assigned' | 'owner_away' | 'owner_gone' | 'center_away';

/** A conversation's labels, priority and snooze. */
interface Triaged {
  readonly labels: readonly string[];
  readonly priority: Priority;
  readonly snoozedUntil: string | null;
}

/** An effect of a turn other than replies. */
export type Notice =
  | {
      readonly kind: 'handoff';
      readonly handoff: Handoff;
      /** Missing in what the last release wrote. */
      readonly asked?: HandoffRequest;
      /** The messages that agents should read: how many after this one. */
      readonly transcript?: { readonly after: string | null; readonly count: number };
    }
  | {
      readonly kind: 'handoff-taken';
      readonly handoffId: string;
      readonly epoch: number;
      readonly by: HandoffOwner;
      readonly previous: HandoffOwner | null;
      readonly waitedMs: number;
    }
  | {
      readonly kind: 'handoff-released';
      readonly handoffId: string;
      readonly epoch: number;
      readonly previous: HandoffOwner | null;
      readonly reason: ReleaseReason;
      readonly queue: string;
      readonly offeredTo: string | null;
    }
  | {
      readonly kind: 'handoff-ended';
      readonly handoffId: string;
      readonly epoch: number;
      readonly outcome: HandoffOutcome;
      readonly by: HandoffOwner | null;
      /** The step to continue at; null if the flow does not continue. */
      readonly stepId: string | null;
      readonly waitedMs: number;
      readonly firstReplyMs: number | null;
      readonly heldMs: number;
      readonly attendedMs: number;
      readonly counts: { readonly visitor: number; readonly agent: number };
      readonly disposition?: string;
    }
  | {
      readonly kind: 'flow-completed';
      readonly flow: FlowPosition;
      readonly outcome: 'completed' | 'failed' | 'expired';
    }
  | { readonly kind: 'message-updated'; readonly update: MessageUpdate }
  | ({ readonly kind: 'triaged'; readonly by: HandoffOwner | null } & Triaged)
  | {
      /** No flow answered the message of this turn, or of the attempt that this turn is about. */
      readonly kind: 'turn-failed';
      readonly flow: FlowPosition;
      readonly reason: string;
    }
  | {
      readonly kind: 'passed-on';
      readonly handoffId?: string;
      /** It was written to agents whose handoff had ended when it was processed. */
      readonly late?: true;
    };

/** Hides a handoff from the lists of open conversations. */
export function snoozed(before: LiveHandoff, untilMs: number, nowMs: number): LiveHandoff {
  return { ...awake(before, nowMs), snooze: { atMs: nowMs, untilMs } };
}

/** Ends a snooze; the deadline moves by its duration. */
export function awake({ snooze, ...live }: LiveHandoff, nowMs: number): LiveHandoff {
  if (!snooze) return live;
  const deadlineAtMs = live.deadlineAtMs + Math.max(0, nowMs - snooze.atMs);
  return { ...live, deadlineAtMs, backAtMs: nowMs };
}

/** The event of a change of labels, priority or snooze. */
export function triagedNotice(
  { labels = [], priority = 'none' }: { readonly labels?: readonly string[]; readonly priority?: Priority },
  { snooze }: Pick<LiveHandoff, 'snooze'>,
  by: HandoffOwner | null,
): Notice {
  const snoozedUntil = snooze ? new Date(snooze.untilMs).toISOString() : null;
  return { kind: 'triaged', by, labels, priority, snoozedUntil };
}

/** The maximum working time that one message counts for. */
const attendedAtMostMs = 5 * 60_000;

/** It is assigned. */
export function taken(
  { isAutomatic: _, ...before }: LiveHandoff,
  owner: HandoffOwner,
  timeouts: Pick<LiveHandoff, 'idleCloseMs' | 'reclaimMs'>,
  nowMs: number,
): LiveHandoff {
  return {
    ...awake(before, nowMs),
    ...timeouts,
    state: 'taken',
    owner,
    offer: null,
    takenAtMs: nowMs,
    firstTakenAtMs: before.firstTakenAtMs ?? nowMs,
    deadlineAtMs: nowMs + timeouts.idleCloseMs,
    inboxAtMs: nowMs,
    ...(before.center && owner.kind !== 'center' && { center: withoutSay(before.center) }),
  };
}

/** The tenant's people have taken the matter over. */
const withoutSay = (center: HeldByCenter): HeldByCenter => ({ ...center, isShared: true, isOut: true });

/** Returns it to its queue, at the top if its owner became unavailable. */
export function released(
  { isAutomatic: _, ...before }: LiveHandoff,
  to: Partial<Pick<LiveHandoff, 'queue' | 'offer' | 'reason' | 'center'>> & { readonly atTop?: true },
  nowMs: number,
): LiveHandoff {
  const { atTop, ...changes } = to;
  return {
    ...awake(before, nowMs),
    offer: null,
    ...(before.center && { center: withoutSay(before.center) }),
    ...changes,
    state: 'requested',
    owner: null,
    previous: before.owner ?? before.previous,
    takenAtMs: null,
    heldMs: heldMsOf(before, nowMs),
    deadlineAtMs: nowMs + limits.handoffDeadlineMs,
    inboxAtMs: before.requestedAtMs - (atTop ? limits.topOfQueueMs : 0),
  };
}

/** The event of the assignment. */
export function releasedNotice(
  before: LiveHandoff,
  { id, queue, offer }: LiveHandoff,
  epoch: number,
  reason: ReleaseReason,
): Notice {
  const offeredTo = offer?.userId ?? null;
  return { kind: 'handoff-released', handoffId: id, epoch, previous: before.owner, reason, queue, offeredTo };
}

/** Returns the handoff after a note that mentions agents. */
export function mentioned(
  before: LiveHandoff,
  { id, name: by }: HandoffOwner,
  userIds: readonly string[],
  atMs: number,
): LiveHandoff {
  const others = (before.mentions ?? []).filter(({ userId }) => !userIds.includes(userId));
  const fresh = userIds.filter((userId) => userId !== id).map((userId) => ({ userId, by, atMs }));
  return { ...before, mentions: [...others, ...fresh].slice(-limits.mentions) };
}

/** The visitor has written during the handoff. */
export function withVisitorMessage(before: LiveHandoff, text: string, nowMs: number): LiveHandoff {
  return {
    ...awake(before, nowMs),
    counts: { ...before.counts, visitor: before.counts.visitor + 1 },
    waitingSinceMs: before.waitingSinceMs ?? nowMs,
    lastVisitorAtMs: nowMs,
    ...(before.state === 'taken' && { deadlineAtMs: nowMs + before.idleCloseMs }),
    lastText: beginningOf(text),
  };
}

/** Its owner has written. */
export function answered(before: LiveHandoff, text: string, nowMs: number): LiveHandoff {
  const { lastAgentAtMs, takenAtMs, lastVisitorAtMs } = before;
  const sinceMs = nowMs - Math.max(lastAgentAtMs ?? 0, takenAtMs ?? nowMs, lastVisitorAtMs ?? 0);
  return {
    ...before,
    counts: { ...before.counts, agent: before.counts.agent + 1 },
    firstAgentAtMs: before.firstAgentAtMs ?? nowMs,
    lastAgentAtMs: nowMs,
    waitingSinceMs: null,
    attendedMs: before.attendedMs + Math.min(Math.max(0, sinceMs), attendedAtMostMs),
    deadlineAtMs: nowMs + before.idleCloseMs,
    lastText: beginningOf(text),
  };
}

/** It is over. @param endedAtMs what was received before is no answer to what is asked later */
export function ended(
  before: LiveHandoff,
  outcome: HandoffOutcome,
  endedAtMs: number,
  by: HandoffOwner | null = null,
): EndedHandoff {
  const { id, owner, center } = before;
  return {
    ...{ id, endedAtMs, outcome, owner },
    ...(center && { center, ...(by && { by: by.kind }) }),
    ...(outcome === 'closed' && { before }),
  };
}

/** A message has crossed its end: it is offered to who had it. */
export function reopened(before: LiveHandoff, nowMs: number): LiveHandoff {
  const { owner, center } = before;
  const offer = owner?.kind === 'user' ? { userId: owner.id, untilMs: nowMs + limits.offerMs } : null;
  return released(before, { offer, atTop: true, ...(center && { center }) }, nowMs);
}

function heldMsOf({ heldMs, takenAtMs }: LiveHandoff, nowMs: number): number {
  return heldMs + (takenAtMs === null ? 0 : Math.max(0, nowMs - takenAtMs));
}

type EndNotice = Extract<Notice, { kind: 'handoff-ended' }>;

/** The event of its end. @see handoff.md 2.3 */
export function endedNotice(
  handoff: LiveHandoff,
  how: Pick<EndNotice, 'epoch' | 'outcome' | 'by' | 'stepId' | 'disposition'>,
  nowMs: number,
): EndNotice {
  const { id, requestedAtMs, firstTakenAtMs, firstAgentAtMs, attendedMs, counts } = handoff;
  return {
    kind: 'handoff-ended',
    handoffId: id,
    ...how,
    waitedMs: (firstTakenAtMs ?? nowMs) - requestedAtMs,
    firstReplyMs: firstAgentAtMs === null ? null : firstAgentAtMs - requestedAtMs,
    heldMs: heldMsOf(handoff, nowMs),
    attendedMs,
    counts,
  };
}
