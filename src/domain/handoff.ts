import { limits } from '../contract/limits.ts';
import type { ChannelName, ConversationStatus, Handoff } from '../contract/vocabulary.ts';
import { leastIdAt } from './message-ids.ts';

/** The one who answers: a person of the tenant, a system with a service key, or a contact center's agent. */
export interface HandoffOwner {
  readonly kind: 'user' | 'service' | 'center';
  readonly id: string;
  /** What the visitor is shown; never an e-mail address. */
  readonly name: string;
  readonly picture?: string;
}

/** Whose it is: the people of a system answer by one key, and have what it has. @see handoff.md 5 */
export const principalOf = ({ kind, id }: Pick<HandoffOwner, 'kind' | 'id'>): string =>
  kind === 'service' ? (id.split(':')[0] ?? id) : id;

/** What a contact center is listed by, whoever answers there; no person's id. */
export const centerName = (accountId: string): string => `center#${accountId}`;

/** How a handoff ended. @see handoff.md 2.3 */
export type HandoffOutcome = 'returned' | 'closed' | 'expired' | 'visitor' | 'erased';

/** A handoff that is going on; it lies in the conversation's item. @see handoff.md 1.1 */
export interface LiveHandoff {
  readonly id: string;
  readonly state: 'requested' | 'taken';
  readonly reason: string;
  readonly queue: string;
  readonly requestedAtMs: number;
  /** Requested: when nobody has come in time; taken: when nobody has written for too long. */
  readonly deadlineAtMs: number;
  /** Where the flow stood, and where it goes on; of the run's pinned version. */
  readonly stepId: string;
  readonly next?: string;
  readonly onTimeout?: string;
  readonly afterClose?: string;
  /** Variables that the humans are shown. */
  readonly share: Readonly<Record<string, unknown>>;
  readonly owner: HandoffOwner | null;
  /** Who had it before. */
  readonly previous: HandoffOwner | null;
  /** Kept for a colleague until then. */
  readonly offer: { readonly userId: string; readonly untilMs: number } | null;
  readonly takenAtMs: number | null;
  readonly firstTakenAtMs: number | null;
  readonly firstAgentAtMs: number | null;
  /** The first message of the visitor's that nobody has answered. */
  readonly waitingSinceMs: number | null;
  readonly lastAgentAtMs: number | null;
  readonly lastVisitorAtMs: number | null;
  readonly counts: { readonly visitor: number; readonly agent: number };
  /** How long those who had it before have had it, and attended to it. */
  readonly heldMs: number;
  readonly attendedMs: number;
  /** Its place in the queue: those at the top have waited for an owner who went away. */
  readonly inboxAtMs: number;
  /** How long nobody may write before it ends. */
  readonly idleCloseMs: number;
  /** How long a visitor waits for an owner who is away. */
  readonly reclaimMs: number;
  /** Beginning of what was said last. */
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
  /** What kind of human has ended it. */
  readonly by?: HandoffOwner['kind'];
  /** The contact center that knows of it. */
  readonly center?: HeldByCenter;
  /** What it was, while a message that crossed its end opens it again. */
  readonly before?: LiveHandoff;
}

/** What a conversation's item holds of humans. */
export interface Held {
  /** One more at each change of owner or state; never reset. */
  readonly epoch: number;
  readonly handoff: LiveHandoff | null;
  readonly lastHandoff: EndedHandoff | null;
}

/** What a flow's step asks humans for. */
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

/** The queue of those that name none. */
export const defaultQueue = 'default';

/** The queues of a tenant, of which one is always there. */
export function queuesOf(
  tenant: { readonly queues?: readonly string[] | undefined } | null,
): readonly string[] {
  return [...new Set([defaultQueue, ...(tenant?.queues ?? [])])];
}

const minuteMs = 60_000;

/** How long a tenant has visitors and humans wait for each other. */
export interface DeskSettings {
  readonly reclaim_minutes?: number | undefined;
  readonly idle_close_hours?: number | undefined;
}

/** How long a handoff that is taken may rest: silence of a day is no silence on a chat app. */
export function patienceOf(
  channel: ChannelName,
  { reclaim_minutes: minutes = limits.reclaimMinutes, idle_close_hours: hours }: DeskSettings,
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
    ...patienceOf(channel, {}),
    lastText: '',
  };
}

/** What decides whether humans have a conversation: the flow's status, which every release writes. */
export interface DeskStanding {
  readonly channel: ChannelName;
  readonly state: { readonly status?: ConversationStatus; readonly handoff?: Handoff | null } | null;
  readonly handoff: LiveHandoff | null;
}

/** The handoff that is going on; one that the last release began is made of what that wrote. */
export function handoffOf({ channel, state, handoff }: DeskStanding): LiveHandoff | null {
  if (state?.status !== 'handoff' || !state.handoff) return null;
  if (handoff) return handoff;
  const { reason, requestedAt } = state.handoff;
  const nowMs = Date.parse(requestedAt);
  const deadlineAtMs = nowMs + limits.handoffDeadlineMs;
  const asked = { id: leastIdAt(nowMs), epoch: 0, queue: defaultQueue, stepId: '', share: {} };
  return requestedHandoff({ ...asked, deadlineAtMs }, { reason }, { channel, nowMs });
}

/** When the schedule must look after it: its end, or an owner, or a center, that is away while the visitor waits. */
export function deskAppointments(live: LiveHandoff): number[] {
  const { state, deadlineAtMs, waitingSinceMs, reclaimMs, owner } = live;
  const waits = state === 'taken' && owner?.kind === 'user' && waitingSinceMs !== null;
  return [deadlineAtMs, ...(waits ? [waitingSinceMs + reclaimMs] : []), sharedAtMs(live) ?? []].flat();
}

/** When it is to be looked after though nothing is due: its queue may be there no more, or its owner may answer no more. */
export function deskCheckAtMs({ state, owner }: LiveHandoff, nowMs: number): number {
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

/** Whether a contact center alone is asked: it is in no list of the tenant's people until somebody there has taken it. */
export function isElsewhere({ center, owner }: Pick<LiveHandoff, 'center' | 'owner'>): boolean {
  return owner === null && center !== undefined && !center.isShared;
}

/** What it is called outside while it can be changed: a new one at each change of owner or state. */
export function handoffTag({ id }: Pick<LiveHandoff, 'id'>, epoch: number): string {
  return `"${id}.${epoch}"`;
}

/** The beginning of a message, for a list. */
export function beginningOf(text: string): string {
  return text.length <= limits.lastTextChars
    ? text
    : `${text.slice(0, limits.lastTextChars - 2).toWellFormed()} …`;
}
