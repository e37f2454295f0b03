import { limits } from '../../contract/limits.ts';
import type { LiveHandoff } from '../../domain/handoff.ts';
import { assertMayChange, assertWindow, currentHandoff } from '../../domain/handoff-preconditions.ts';
import { textTooLong, unknownStep } from '../../domain/problems.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import {
  type AgentPorts,
  type AgentRequest,
  changeAsAgent,
  type Done,
  type Stored,
} from '../turn/change-as-agent.ts';
import { endHandoff } from '../turn/cross-handoff.ts';
import { agentMessage } from './reply-to-visitor.ts';

/** The options of closing a conversation. */
export interface Parting {
  readonly text?: string | undefined;
  readonly disposition?: string | undefined;
  /** Continues the flow at the step's `afterClose`. */
  readonly survey?: boolean | undefined;
}

/**
 * Closes a conversation, and ends its run unless a survey follows; closing message and end are one write.
 * @throws `conversation_not_found`, `no_handoff`, `handoff_moved`, `not_owner`, `unknown_step`, `text_too_long`, `window_closed`
 * @see handoff.md 1.2 row 11
 */
export async function closeHandoff(
  gateway: AgentPorts,
  request: AgentRequest & { readonly parting: Parting },
): Promise<Done> {
  const { parting, caller, turnId, correlationId } = request;
  if ((parting.text?.length ?? 0) > limits.textChars) throw textTooLong(limits.textChars);
  return changeAsAgent(gateway, request, async (stored) => {
    const live = currentHandoff(stored, request);
    assertMayChange(live, caller);
    if (parting.text) assertWindow(stored, gateway.nowMs());
    return endHandoff(gateway, stored, {
      live,
      outcome: 'closed',
      by: caller.owner,
      turnId,
      correlationId,
      goesOn: parting.survey ? surveyOf(stored, live) : null,
      disposition: parting.disposition,
      ...(parting.text && { says: [agentMessage(caller.owner, { text: parting.text })] }),
    });
  });
}

/** @throws `unknown_step` when the flow has none */
function surveyOf({ state }: Stored, { afterClose }: LiveHandoff): FlowState {
  if (!state || afterClose === undefined) throw unknownStep(undefined, []);
  return { ...state, flow: { ...state.flow, stepId: afterClose } };
}
