import { handoffOf } from '../../domain/handoff.ts';
import { type AgentPorts, agentTurn, changeAsAgent, type Stored } from '../turn/change-as-agent.ts';
import { keptState } from '../turn/committed-turn.ts';
import { endHandoff } from '../turn/cross-handoff.ts';
import { findOwnConversation, type OwnRequest } from '../web-chat/identify-visitor.ts';
import type { EmailPorts } from './request-email.ts';

type Ports = AgentPorts & Pick<EmailPorts, 'idKeys' | 'secrets'>;

/**
 * Ends a conversation because its visitor wants to: the run is completed, and a handoff is over. Ending what has ended
 * changes nothing.
 * @throws what a poll of theirs would throw, TemporarilyUnavailableError
 */
export async function endConversation(
  gateway: Ports,
  request: OwnRequest & { readonly correlationId: string },
): Promise<void> {
  const { conversation } = await findOwnConversation(gateway, request);
  const { tenantId, conversationId } = conversation;
  const { correlationId } = request;
  const turnId = `ended.${conversation.run?.id ?? conversation.lastMessageId ?? ''}`;
  await changeAsAgent(gateway, { tenantId, conversationId, turnId }, (stored) => {
    if (!stored.state || stored.state.status === 'completed') return null;
    const named = { turnId, correlationId };
    const live = handoffOf(stored);
    if (live)
      return endHandoff(gateway, stored, { ...named, live, outcome: 'visitor', by: null, goesOn: null });
    return endFlow(gateway, stored, named);
  });
}

function endFlow(
  gateway: AgentPorts,
  stored: Stored & { readonly state: Stored['state'] },
  named: { readonly turnId: string; readonly correlationId: string },
) {
  const before = stored.state as NonNullable<Stored['state']>;
  const state = keptState({ ...before, status: 'completed', handoff: null, attempts: 0 });
  const turn = agentTurn(gateway, stored, state, {
    ...named,
    status: 'completed',
    notices: [{ kind: 'flow-completed', flow: before.flow, outcome: 'completed' }],
  });
  const { epoch, lastHandoff } = stored;
  return { turn, state, held: { epoch, handoff: null, lastHandoff } };
}
