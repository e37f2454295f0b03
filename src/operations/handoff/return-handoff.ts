import type { FlowDefinition } from '../../contract/flow.ts';
import { invalidBody } from '../../domain/errors.ts';
import type { LiveHandoff } from '../../domain/handoff.ts';
import { assertMayChange, currentHandoff } from '../../domain/handoff-preconditions.ts';
import { unknownStep } from '../../domain/problems.ts';
import type { FlowState, Json } from '../../engine/interfaces.ts';
import {
  type AgentPorts,
  type AgentRequest,
  changeAsAgent,
  type Done,
  type Stored,
} from '../turn/change-as-agent.ts';
import { endHandoff } from '../turn/cross-handoff.ts';

/** The step to continue at, and the variables for the flow. */
export interface WayBack {
  readonly stepId?: string | undefined;
  /** A new run on the published version. */
  readonly run?: 'published' | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Gives a conversation back to the flow: at a step of the run's own version, or to a new run.
 * @throws `conversation_not_found`, `no_handoff`, `handoff_moved`, `not_owner`, `unknown_step`, `invalid_body`
 * @see handoff.md 1.2 row 10
 */
export async function returnHandoff(
  gateway: AgentPorts,
  request: AgentRequest & { readonly way: WayBack },
): Promise<Done> {
  return changeAsAgent(gateway, request, async (stored) => {
    const live = currentHandoff(stored, request);
    assertMayChange(live, request.caller);
    const goesOn = await stateAt(gateway, stored, live, request.way);
    const { turnId, correlationId, caller } = request;
    return endHandoff(gateway, stored, {
      live,
      outcome: 'returned',
      by: caller.owner,
      turnId,
      correlationId,
      goesOn,
    });
  });
}

/** The run at the step that was asked for. @throws `unknown_step`, `invalid_body` */
async function stateAt(
  gateway: Pick<AgentPorts, 'directory'>,
  stored: Stored,
  live: LiveHandoff,
  { stepId: asked, run, variables = {} }: WayBack,
): Promise<FlowState> {
  const state = stored.state as FlowState;
  const flow = await flowOf(gateway, stored, run === 'published' ? 'published' : 'pinned');
  const steps = flow ? Object.keys(flow.steps) : [];
  const stepId = asked ?? (run === 'published' ? flow?.start : live.next);
  if (!flow || stepId === undefined || !Object.hasOwn(flow.steps, stepId))
    throw unknownStep(asked ?? stepId, steps);
  const declared = Object.keys(flow.variables ?? {});
  const unknown = Object.keys(variables).filter(
    (name) => !declared.includes(name) && !Object.hasOwn(state.variables, name),
  );
  if (unknown.length > 0) {
    const errors = unknown.map((name) => ({
      path: `variables.${name}`,
      message: 'is no variable of the flow',
    }));
    throw invalidBody('the flow has no such variables', errors);
  }
  const position = { id: flow.id, version: flow.version, stepId };
  const given = variables as Readonly<Record<string, Json>>;
  if (run !== 'published') return { ...state, flow: position, variables: { ...state.variables, ...given } };
  const { frames: _, measured: __, handoffsRefused: ___, llmTokens: ____, ...rest } = state;
  return { ...rest, flow: position, variables: { ...flow.variables, ...given } };
}

/** The version that the run is pinned to, or the one that a new run gets. */
export async function flowOf(
  { directory }: Pick<AgentPorts, 'directory'>,
  { tenantId, conversationId, state }: Stored,
  which: 'pinned' | 'published',
): Promise<FlowDefinition | null> {
  if (!state) return null;
  const outermost = state.frames?.[0]?.flow ?? state.flow;
  if (which === 'published') return directory.findFlow(tenantId, outermost.id, { conversationId });
  return directory.findFlow(tenantId, state.flow.id, { version: state.flow.version, conversationId });
}
