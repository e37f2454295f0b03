import { PreconditionRequiredError } from '../../domain/admin-errors.ts';
import { deskRow, isUnanswered, windowEndsAtMs } from '../../domain/desk.ts';
import {
  type HandoffOwner,
  handoffOf,
  handoffTag,
  type LiveHandoff,
  principalOf,
} from '../../domain/handoff.ts';
import {
  HandoffMovedError,
  HandoffOfferedError,
  NoHandoffError,
  NotOwnerError,
  WindowClosedError,
} from '../../domain/handoff-errors.ts';
import type { DeskCaller, DeskRequest, Stored } from '../turn/change-desk.ts';

/** The ETag of what humans have of a conversation; null when they never had anything. */
export function tagOf(stored: Stored): string | null {
  const handoff = handoffOf(stored) ?? stored.lastHandoff;
  return handoff && handoffTag(handoff, stored.epoch);
}

/**
 * The handoff as the caller has read it.
 * @throws NoHandoffError, PreconditionRequiredError, HandoffMovedError; of a center NotOwnerError
 * @see handoff.md 1.1
 */
export function currentHandoff(
  stored: Stored,
  { ifMatch, center }: Pick<DeskRequest, 'ifMatch' | 'center'>,
): LiveHandoff {
  const live = handoffOf(stored);
  if (center) return currentOfCenter(live, center);
  const tag = tagOf(stored);
  // Whoever has read a handoff that has ended meanwhile learns that, and not that there never was one.
  if (!live && !(tag !== null && ifMatch?.startsWith(`"${stored.lastHandoff?.id}.`)))
    throw new NoHandoffError();
  if (ifMatch === undefined) throw new PreconditionRequiredError();
  if (live && ifMatch === tag) return live;
  throw new HandoffMovedError(tag ?? '', deskRow(stored), live?.owner ?? null);
}

/** @throws NoHandoffError, NotOwnerError when the center has no say in it */
function currentOfCenter(
  live: LiveHandoff | null,
  { handoffId, accountId }: NonNullable<DeskRequest['center']>,
): LiveHandoff {
  if (live?.id !== handoffId) throw new NoHandoffError();
  if (live.center?.accountId !== accountId || live.center.isOut) throw new NotOwnerError(live.owner);
  return live;
}

/** @throws HandoffOfferedError while it is kept for somebody else */
export function assertOffer({ offer }: LiveHandoff, { owner, isAdmin }: DeskCaller, nowMs: number): void {
  if (offer && offer.userId !== owner.id && offer.untilMs > nowMs && !isAdmin)
    throw new HandoffOfferedError(offer.untilMs);
}

/** @throws NotOwnerError unless it is the caller's, or nobody's, or the caller may change what others have */
export function assertMayChange({ state, owner }: LiveHandoff, caller: DeskCaller): void {
  if (state === 'taken' && !isOfSame(owner, caller.owner) && !caller.isAdmin) throw new NotOwnerError(owner);
}

/** @throws WindowClosedError where the channel takes no free text any more */
export function assertWindow(stored: Stored, nowMs: number): void {
  const endsAtMs = windowEndsAtMs(stored);
  if (endsAtMs === null && isUnanswered(stored)) throw new WindowClosedError(null);
  if (endsAtMs !== null && endsAtMs <= nowMs) throw new WindowClosedError(endsAtMs);
}

export function isSame(one: HandoffOwner | null, other: HandoffOwner): boolean {
  return one?.kind === other.kind && one.id === other.id;
}

/** Whether both are agents of a center, or people of one system: which of them answers is its own matter. */
export function isOfSame(one: HandoffOwner | null, other: HandoffOwner): boolean {
  if (one === null || one.kind !== other.kind) return false;
  return one.kind === 'center' || principalOf(one) === principalOf(other);
}
