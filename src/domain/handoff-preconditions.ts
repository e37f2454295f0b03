import { handoffRowOf, isUnanswered, windowEndsAtMs } from './agent-turn.ts';
import type { Conversation } from './conversation.ts';
import type { Stated } from './conversation-after.ts';
import { GatewayError } from './errors.ts';
import { type HandoffOwner, handoffOf, handoffTag, type LiveHandoff, principalOf } from './handoff.ts';
import { handoffMoved, handoffOffered, notOwner, windowClosed } from './problems.ts';

type Stored = Conversation<Stated>;

/** The author of a change: an agent, or a system on behalf of one. */
export interface AgentCaller {
  readonly owner: HandoffOwner;
  /** May also change what others have. */
  readonly isAdmin: boolean;
}

/** The handoff that an agent wants to change, as they have read it. */
export interface SeenHandoff {
  /** `If-Match`. */
  readonly ifMatch: string | undefined;
  /** A contact center has no epoch: it is fenced by its handoff and account. */
  readonly center?: {
    readonly handoffId: string;
    readonly accountId: string;
    /** The contact center's message ID. */
    readonly refId?: string;
  };
}

/** The ETag of a conversation's handoff; null if it never had one. */
export function tagOf(stored: Stored): string | null {
  const handoff = handoffOf(stored) ?? stored.lastHandoff;
  return handoff && handoffTag(handoff, stored.epoch);
}

/**
 * The handoff as the caller has read it.
 * @throws `no_handoff`, `precondition_required`, `handoff_moved`; of a center `not_owner`
 * @see handoff.md 1.1
 */
export function currentHandoff(stored: Stored, { ifMatch, center }: SeenHandoff): LiveHandoff {
  const live = handoffOf(stored);
  if (center) return currentOfCenter(live, center);
  const tag = tagOf(stored);
  // Distinguishes a handoff that has ended meanwhile from none at all.
  if (!live && !(tag !== null && ifMatch?.startsWith(`"${stored.lastHandoff?.id}.`)))
    throw new GatewayError('no_handoff');
  if (ifMatch === undefined) throw new GatewayError('precondition_required');
  if (live && ifMatch === tag) return live;
  throw handoffMoved(tag ?? '', handoffRowOf(stored), live?.owner ?? null);
}

/** @throws `no_handoff`, `not_owner` when the center has no say in it */
function currentOfCenter(
  live: LiveHandoff | null,
  { handoffId, accountId }: NonNullable<SeenHandoff['center']>,
): LiveHandoff {
  if (live?.id !== handoffId) throw new GatewayError('no_handoff');
  if (live.center?.accountId !== accountId || live.center.isOut) throw notOwner(live.owner);
  return live;
}

/** @throws `handoff_offered` while it is reserved for another agent */
export function assertOffer({ offer }: LiveHandoff, { owner, isAdmin }: AgentCaller, nowMs: number): void {
  if (offer && offer.userId !== owner.id && offer.untilMs > nowMs && !isAdmin)
    throw handoffOffered(offer.untilMs);
}

/** @throws `not_owner` if another agent has it, unless the caller may change others' conversations */
export function assertMayChange({ state, owner }: LiveHandoff, caller: AgentCaller): void {
  if (state === 'taken' && !isOfSame(owner, caller.owner) && !caller.isAdmin) throw notOwner(owner);
}

/** @throws `window_closed` where the channel takes no free text any more */
export function assertWindow(stored: Stored, nowMs: number): void {
  const endsAtMs = windowEndsAtMs(stored);
  if (endsAtMs === null && isUnanswered(stored)) throw windowClosed(null);
  if (endsAtMs !== null && endsAtMs <= nowMs) throw windowClosed(endsAtMs);
}

export function isSame(one: HandoffOwner | null, other: HandoffOwner): boolean {
  return one?.kind === other.kind && one.id === other.id;
}

/** Whether both are agents of one contact center, or users of one system, which may replace each other. */
export function isOfSame(one: HandoffOwner | null, other: HandoffOwner): boolean {
  if (one === null || one.kind !== other.kind) return false;
  return one.kind === 'center' || principalOf(one) === principalOf(other);
}
