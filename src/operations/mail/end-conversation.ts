import { agentTurn } from '../../domain/agent-turn.ts';
import { handoffOf } from '../../domain/handoff.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { type AgentPorts, changeAsAgent, type Stored } from '../turn/change-as-agent.ts';
import { keptState } from '../turn/committed-turn.ts';
import { endHandoff } from '../turn/cross-handoff.ts';
import { findOwnConversation, type OwnRequest } from '../web-chat/identify-visitor.ts';
import type { EmailPorts } from './request-email.ts';

type Ports = AgentPorts & Pick<EmailPorts, 'idKeys' | 'secrets'>;

/**
 * Ends a conversation at the visitor's request: completes its run and ends a handoff. Repeating it changes nothing.
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
    const { state } = stored;
    if (!state || state.status === 'completed') return null;
    const named = { turnId, correlationId };
    const live = handoffOf(stored);
    if (live)
      return endHandoff(gateway, stored, { ...named, live, outcome: 'visitor', by: null, goesOn: null });
    return endFlow(gateway, stored, state, named);
  });
}

function endFlow(
  gateway: AgentPorts,
  stored: Stored,
  before: FlowState,
  named: { readonly turnId: string; readonly correlationId: string },
) {
  const state = keptState({ ...before, status: 'completed', handoff: null, attempts: 0 });
  const turn = agentTurn(gateway, stored, state, {
    ...named,
    status: 'completed',
    notices: [{ kind: 'flow-completed', flow: before.flow, outcome: 'completed' }],
  });
  const { epoch, lastHandoff } = stored;
  return { turn, state, held: { epoch, handoff: null, lastHandoff } };
}
