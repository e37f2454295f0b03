import { limits } from '../../contract/limits.ts';
import { agentTurn, sideEntryOf } from '../../domain/agent-turn.ts';
import { released, releasedNotice } from '../../domain/handoff.ts';
import { assertMayChange, currentHandoff } from '../../domain/handoff-preconditions.ts';
import { textTooLong, unknownQueue } from '../../domain/problems.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import { type AgentPorts, type AgentRequest, changeAsAgent, type Done } from '../turn/change-as-agent.ts';
import { agentAlerts } from './agent-alerts.ts';
import { handoffSettingsOf, textToVisitor } from './handoff-texts.ts';
import { teammateOf } from './teammate-of.ts';

/** An agent, for whom it is reserved for two minutes, or a queue. */
export type Assignee = { readonly user: string } | { readonly queue: string };

/**
 * Transfers a conversation to an agent or a queue. The visitor's waiting time continues.
 * @throws `conversation_not_found`, `no_handoff`, `handoff_moved`, `not_owner`, `unknown_user`, `unknown_queue`
 * @see handoff.md 1.2 row 8
 */
export async function assignHandoff(
  gateway: AgentPorts & { readonly records: DirectoryRecords },
  request: AgentRequest & { readonly to: Assignee; readonly note?: string | undefined },
): Promise<Done> {
  const { to, note = '', caller, tenantId } = request;
  const settings = await handoffSettingsOf(gateway, tenantId);
  if ('queue' in to && !settings.queues.includes(to.queue)) throw unknownQueue(to.queue, settings.queues);
  if ((note?.length ?? 0) > limits.textChars) throw textTooLong(limits.textChars);
  const teammate = 'user' in to ? await teammateOf(gateway, tenantId, to.user) : null;
  return changeAsAgent(gateway, request, (stored) => {
    const live = currentHandoff(stored, request);
    assertMayChange(live, caller);
    const nowMs = gateway.nowMs();
    const epoch = stored.epoch + 1;
    const offer = 'user' in to ? { userId: to.user, untilMs: nowMs + limits.offerMs } : null;
    const handoff = released(live, { offer, ...('queue' in to && { queue: to.queue }) }, nowMs);
    const state = stored.state as FlowState;
    const { turnId, correlationId } = request;
    const entry = { to: 'user' in to ? (teammate?.name ?? to.user) : to.queue, text: note };
    const mention = 'user' in to && note !== '' ? { mention: [to.user] } : {};
    const turn = agentTurn(gateway, stored, state, {
      turnId,
      correlationId,
      status: 'handoff',
      notices: live.state === 'taken' ? [releasedNotice(live, handoff, epoch, 'assigned')] : [],
      side: [sideEntryOf(gateway, caller.owner, { event: 'assigned', ...entry, ...mention })],
      says: live.state === 'taken' ? textToVisitor(stored, settings, 'looking', { nowMs }) : [],
    });
    const assigned = 'user' in to && to.user !== caller.owner.id ? [to.user] : [];
    const alerts = agentAlerts(request, settings, assigned, 'assignment', nowMs);
    return { turn, state, alerts, held: { epoch, handoff, lastHandoff: stored.lastHandoff } };
  });
}
