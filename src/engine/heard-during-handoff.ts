import type { CanonicalMessage } from '../contract/canonical-message.ts';
import { findTrigger, innermost, leave } from './begin-turn.ts';
import type { FlowState, TurnDeps } from './interfaces.ts';

/** Whether a message is a word by which a visitor leaves the humans: of the flow that runs, else of one that called it. */
export async function isHeardDuringHandoff(
  message: Pick<CanonicalMessage, 'text'>,
  state: FlowState,
  flows: TurnDeps['flows'],
): Promise<boolean> {
  const flow = await flows.find(state.flow.id, state.flow.version);
  const trigger = flow && findTrigger(flow, message);
  if (trigger) return trigger.duringHandoff === true;
  const frame = innermost(state);
  return frame ? isHeardDuringHandoff(message, leave(state, frame), flows) : false;
}
