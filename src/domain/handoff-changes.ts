import { limits } from '../contract/limits.ts';
import {
  beginningOf,
  type EndedHandoff,
  type HandoffOutcome,
  type HandoffOwner,
  type HeldByCenter,
  type LiveHandoff,
} from './handoff.ts';
import type { Notice, ReleaseReason } from './notices.ts';

/** How long one message may count as attended to. */
const attendedAtMostMs = 5 * 60_000;

/** Somebody has it. */
export function taken(
  before: LiveHandoff,
  owner: HandoffOwner,
  patience: Pick<LiveHandoff, 'idleCloseMs' | 'reclaimMs'>,
  nowMs: number,
): LiveHandoff {
  return {
    ...before,
    ...patience,
    state: 'taken',
    owner,
    offer: null,
    takenAtMs: nowMs,
    firstTakenAtMs: before.firstTakenAtMs ?? nowMs,
    deadlineAtMs: nowMs + patience.idleCloseMs,
    inboxAtMs: nowMs,
    ...(before.center && owner.kind !== 'center' && { center: withoutSay(before.center) }),
  };
}

/** The tenant's people have taken the matter over. */
const withoutSay = (center: HeldByCenter): HeldByCenter => ({ ...center, isShared: true, isOut: true });

/** Nobody has it any more: it waits in a queue, at its top for one whose owner went away. */
export function released(
  before: LiveHandoff,
  to: Partial<Pick<LiveHandoff, 'queue' | 'offer' | 'reason' | 'center'>> & { readonly atTop?: true },
  nowMs: number,
): LiveHandoff {
  const { atTop, ...changes } = to;
  return {
    ...before,
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

/** What is told of that. */
export function releasedNotice(
  before: LiveHandoff,
  { id, queue, offer }: LiveHandoff,
  epoch: number,
  reason: ReleaseReason,
): Notice {
  const offeredTo = offer?.userId ?? null;
  return { kind: 'handoff-released', handoffId: id, epoch, previous: before.owner, reason, queue, offeredTo };
}

/** The visitor has written to humans. */
export function heard(before: LiveHandoff, text: string, nowMs: number): LiveHandoff {
  return {
    ...before,
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

/** What is told of its end. @see handoff.md 2.3 */
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
