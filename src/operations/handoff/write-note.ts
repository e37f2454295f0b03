import { limits } from '../../contract/limits.ts';
import { agentTurn, sideEntryOf } from '../../domain/agent-turn.ts';
import type { SideEntry } from '../../domain/conversation.ts';
import { GatewayError } from '../../domain/errors.ts';
import { handoffOf, mentioned } from '../../domain/handoff.ts';
import { textTooLong } from '../../domain/problems.ts';
import { type AgentPorts, type AgentRequest, changeAsAgent, type Done } from '../turn/change-as-agent.ts';
import { agentAlerts } from './agent-alerts.ts';
import { handoffSettingsOf } from './handoff-texts.ts';

/** An internal note. */
export interface Note {
  readonly text: string;
  readonly mention?: readonly string[] | undefined;
}

/**
 * Writes an internal note; the agent need not own the conversation. Notes are in no list of messages and in no event. A
 * repeated request writes it once.
 * @throws `conversation_not_found`, `no_handoff`, `text_too_long`
 * @see handoff.md 2.1
 */
export async function writeNote(
  gateway: AgentPorts,
  request: Omit<AgentRequest, 'ifMatch'> & { readonly note: Note },
): Promise<Done & { readonly entry: SideEntry }> {
  const { note, caller, turnId, correlationId } = request;
  const { text, mention } = note;
  if (text.length > limits.textChars) throw textTooLong(limits.textChars);
  const settings = mention?.length ? await handoffSettingsOf(gateway, request.tenantId) : {};
  const entry = sideEntryOf(gateway, caller.owner, { text, ...(mention?.length && { mention }) });
  const done = await changeAsAgent(gateway, request, (stored) => {
    const { state } = stored;
    if (!state) throw new GatewayError('no_handoff');
    const noteTurn = { turnId, correlationId, status: state.status, notices: [], side: [entry] };
    const live = handoffOf(stored);
    const turn = agentTurn(gateway, stored, state, noteTurn);
    if (!live || !mention?.length) return { turn, beside: true };
    // Inboxes show who is mentioned until that agent has looked.
    const handoff = mentioned(live, caller.owner, mention, gateway.nowMs());
    const others = mention.filter((userId) => userId !== caller.owner.id);
    const alerts = agentAlerts(request, settings, others, 'mention', gateway.nowMs());
    return { turn, state, alerts, held: { epoch: stored.epoch, handoff, lastHandoff: stored.lastHandoff } };
  });
  return { ...done, entry };
}
