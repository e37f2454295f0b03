import { limits } from '../../contract/limits.ts';
import { queuesOf } from '../../contract/queues.ts';
import { agentTurn, sideEntryOf } from '../../domain/agent-turn.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import {
  awake,
  handoffDueTimes,
  handoffOf,
  type LiveHandoff,
  released,
  releasedNotice,
  sharedAtMs,
  triagedNotice,
} from '../../domain/handoff.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { type AgentPorts, changeAsAgent, type Stored } from '../turn/change-as-agent.ts';
import { endHandoff } from '../turn/cross-handoff.ts';
import { sweepQueue } from './assign-waiting.ts';
import { handoffSettingsOf, textToVisitor } from './handoff-texts.ts';
import { moveToDefault, releaseHandoff } from './release-handoff.ts';
import { answererOf } from './teammate-of.ts';

type VisitPorts = AgentPorts & Pick<Gateway, 'presence' | 'records' | 'inboxIndex'>;

/**
 * Checks a due handoff: not assigned in time, inactive, the owner away while the visitor waits or no longer
 * allowed to reply, or its queue deleted. It is read again before a write, and dropped if someone else was faster.
 * A snooze that is over ends.
 * @returns what was done; or the handoff with a later due time, to be written; null when nothing is due
 * @see handoff.md 1.2 rows 9, 12, 13
 */
export async function visitHandoff(
  gateway: VisitPorts,
  stored: Stored,
): Promise<'expired' | 'reclaimed' | 'unsnoozed' | LiveHandoff | null> {
  const live = handoffOf(stored);
  const repaired = live && (await repair(gateway, stored, live));
  if (repaired) return repaired;
  const nowMs = gateway.nowMs();
  const dueAtMs = live ? Math.min(...handoffDueTimes(live)) : Number.POSITIVE_INFINITY;
  // While the tenant is suspended, what is due soon is postponed, too: it may be resumed just before.
  if (!live || dueAtMs > nowMs + 2 * limits.suspendedPauseMs) return null;
  const tenant = await gateway.directory.findTenant(stored.tenantId);
  if (tenant?.status !== 'active') return putOff(live, nowMs);
  if (dueAtMs > nowMs) return null;
  if (live.snooze) return await bringBack(gateway, stored, live);
  // Messages that the visitor wrote in time come first.
  if (stored.waiting.length > 0 || stored.openTurn?.queued) return null;
  if (live.deadlineAtMs <= nowMs) return await expire(gateway, stored, live);
  if ((sharedAtMs(live) ?? Number.POSITIVE_INFINITY) <= nowMs) return await share(gateway, stored, live);
  const isThere = live.owner && (await gateway.presence.isThere(stored.tenantId, live.owner.id));
  return isThere ? null : await release(gateway, stored, live, 'owner_away');
}

/** A handoff without its queue, or with a former agent. A user missing from the index may be new. */
async function repair(gateway: VisitPorts, stored: Stored, live: LiveHandoff): Promise<'reclaimed' | null> {
  const { tenantId } = stored;
  const tenant = await gateway.directory.findTenant(tenantId);
  if (tenant?.status !== 'active') return null;
  if (live.state === 'requested') {
    const isThere = queuesOf(tenant).includes(live.queue);
    if (isThere) await sweepQueue(gateway, tenant, stored.conversationId, live);
    return !isThere && (await moveToDefault(gateway, stored, live)) ? 'reclaimed' : null;
  }
  if (live.owner?.kind !== 'user') return null;
  const owner = await gateway.records.find(tenantId, directoryKeys.user(live.owner.id));
  return owner && answererOf(owner) === null ? release(gateway, stored, live, 'owner_gone') : null;
}

async function release(
  gateway: VisitPorts,
  stored: Stored,
  live: LiveHandoff,
  reason: 'owner_away' | 'owner_gone',
): Promise<'reclaimed' | null> {
  const isDone = await releaseHandoff(gateway, stored, live, reason, (fresh) => isSame(fresh, stored));
  return isDone ? 'reclaimed' : null;
}

/** Neither side could do anything: there is time left for both once the tenant is resumed. */
function putOff(live: LiveHandoff, nowMs: number): LiveHandoff {
  const soonestMs = nowMs + 2 * limits.suspendedPauseMs;
  const { deadlineAtMs, waitingSinceMs } = live;
  return {
    ...live,
    deadlineAtMs: Math.max(deadlineAtMs, soonestMs),
    ...(waitingSinceMs !== null && {
      waitingSinceMs: Math.max(waitingSinceMs, soonestMs - live.reclaimMs),
    }),
  };
}

/** Ends the snooze, unless the visitor or an agent has ended it already. */
async function bringBack(
  gateway: VisitPorts,
  stored: Stored,
  live: LiveHandoff,
): Promise<'unsnoozed' | null> {
  const turnId = `back.${live.id}.${live.snooze?.untilMs}`;
  const done = await changeAsAgent(gateway, { ...named(stored, 'back', live), turnId }, (fresh) => {
    const { handoff: asleep, epoch, lastHandoff } = fresh;
    if (asleep?.id !== live.id || asleep.snooze?.untilMs !== live.snooze?.untilMs) return null;
    const state = fresh.state as FlowState;
    const handoff = awake(asleep, gateway.nowMs());
    const turn = agentTurn(gateway, fresh, state, {
      ...turnOf(stored, 'back', live),
      turnId,
      status: 'handoff',
      notices: [triagedNotice(fresh, handoff, null)],
      side: [sideEntryOf(gateway, null, { triage: { snoozedUntil: null } })],
    });
    return { turn, state, held: { epoch, handoff, lastHandoff } };
  });
  return done.turn ? 'unsnoozed' : null;
}

async function expire(gateway: VisitPorts, stored: Stored, live: LiveHandoff): Promise<'expired' | null> {
  const settings = await handoffSettingsOf(gateway, stored.tenantId);
  const done = await changeAsAgent(gateway, named(stored, 'expired', live), (fresh) => {
    if (!isSame(fresh, stored)) return null;
    const state = fresh.state as FlowState;
    const { onTimeout } = live;
    const goesOn =
      live.state === 'requested' && onTimeout !== undefined
        ? { ...state, flow: { ...state.flow, stepId: onTimeout } }
        : null;
    const text = live.state === 'taken' ? 'idle' : 'missed';
    return endHandoff(gateway, fresh, {
      ...named(stored, 'expired', live),
      live,
      outcome: 'expired',
      by: null,
      goesOn,
      says: goesOn ? [] : textToVisitor(fresh, settings, text, { nowMs: gateway.nowMs() }),
    });
  });
  return done.turn ? 'expired' : null;
}

/** People of the tenant see what its contact center has not taken in time, or has and can't be reached. */
async function share(gateway: VisitPorts, stored: Stored, live: LiveHandoff): Promise<'reclaimed' | null> {
  const done = await changeAsAgent(gateway, named(stored, 'shared', live), (fresh) => {
    if (!isSame(fresh, stored) || !live.center) return null;
    const center = { ...live.center, isShared: true as const };
    const isTaken = live.state === 'taken';
    const handoff = isTaken
      ? released(live, { reason: 'center_away', atTop: true, center }, gateway.nowMs())
      : { ...live, center };
    const epoch = fresh.epoch + (isTaken ? 1 : 0);
    const state = fresh.state as FlowState;
    const turn = agentTurn(gateway, fresh, state, {
      ...turnOf(stored, 'shared', live),
      status: 'handoff',
      notices: isTaken ? [releasedNotice(live, handoff, epoch, 'center_away')] : [],
    });
    return { turn, state, held: { epoch, handoff, lastHandoff: fresh.lastHandoff } };
  });
  return done.turn ? 'reclaimed' : null;
}

/** No message since: the same version apart from notes. */
function isSame(fresh: Stored, seen: Stored): boolean {
  return fresh.version === seen.version && fresh.epoch === seen.epoch;
}

function turnOf({ conversationId, epoch }: Stored, what: string, { id }: LiveHandoff) {
  return { turnId: `${what}.${id}.${epoch}`, correlationId: `${what}-${conversationId}` };
}

function named(stored: Stored, what: string, live: LiveHandoff) {
  const { tenantId, conversationId } = stored;
  return { tenantId, conversationId, isQueued: true, ...turnOf(stored, what, live) };
}
