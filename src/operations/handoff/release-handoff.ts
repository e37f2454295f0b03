import { agentTurn, sideEntryOf } from '../../domain/agent-turn.ts';
import { type LiveHandoff, queueIn, released, releasedNotice } from '../../domain/handoff.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { type AgentPorts, changeAsAgent, type Stored } from '../turn/change-as-agent.ts';
import { handoffSettingsOf, textToVisitor } from './handoff-texts.ts';

/**
 * Releases a conversation of an owner who is away or may no longer reply: it goes to the top of its queue, and the
 * visitor learns that another agent is being found.
 * @param isSame whether the state that was found is unchanged
 * @returns whether it was done
 * @see handoff.md 1.2 row 9
 */
export async function releaseHandoff(
  gateway: AgentPorts,
  stored: Stored,
  live: LiveHandoff,
  reason: 'owner_away' | 'owner_gone',
  isSame: (fresh: Stored) => boolean,
): Promise<boolean> {
  const { tenantId, conversationId } = stored;
  const settings = await handoffSettingsOf(gateway, tenantId);
  const turnId = `${reason}.${live.id}.${stored.epoch}`;
  const done = await changeAsAgent(gateway, { tenantId, conversationId, turnId }, (fresh) => {
    const held = fresh.handoff;
    if (!held || !isSame(fresh)) return null;
    const nowMs = gateway.nowMs();
    const epoch = fresh.epoch + 1;
    const queue = queueIn(settings.queues, held.queue);
    const handoff = released(held, { reason, queue, atTop: true }, nowMs);
    const state = fresh.state as FlowState;
    const turn = agentTurn(gateway, fresh, state, {
      turnId,
      correlationId: `${reason}-${conversationId}`,
      status: 'handoff',
      notices: [releasedNotice(held, handoff, epoch, reason)],
      says: textToVisitor(fresh, settings, 'looking', { nowMs }),
      side: [sideEntryOf(gateway, held.owner, { event: reason })],
    });
    return { turn, state, held: { epoch, handoff, lastHandoff: fresh.lastHandoff } };
  });
  return done.turn !== null;
}

/** Moves a conversation of a deleted queue to the default queue. @returns whether it was done */
export async function moveToDefault(
  gateway: AgentPorts,
  stored: Stored,
  live: LiveHandoff,
): Promise<boolean> {
  const { tenantId, conversationId } = stored;
  const turnId = `moved.${live.id}.${live.queue}`;
  const done = await changeAsAgent(gateway, { tenantId, conversationId, turnId }, (fresh) => {
    const waiting = fresh.handoff;
    if (waiting?.id !== live.id || waiting.state !== 'requested' || waiting.queue !== live.queue) return null;
    const state = fresh.state as FlowState;
    const turn = agentTurn(gateway, fresh, state, {
      turnId,
      correlationId: `moved-${conversationId}`,
      status: 'handoff',
      notices: [],
      side: [sideEntryOf(gateway, null, { event: 'moved', to: live.queue })],
    });
    const handoff = { ...waiting, queue: queueIn([], waiting.queue) };
    return { turn, state, held: { epoch: fresh.epoch, handoff, lastHandoff: fresh.lastHandoff } };
  });
  return done.turn !== null;
}
