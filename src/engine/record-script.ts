import type { FlowDefinition } from '../contract/flow.ts';
import { eventsOf } from './compare-events.ts';
import type { Action, FlowScript } from './flow-script.ts';
import { act, openScript } from './run-script.ts';

/**
 * Returns the script with the flow's current behavior as its expectations. The messages of visitor and agents
 * stay.
 * @throws FlowEngineError when the flow fails
 */
export async function recordScript(
  flow: FlowDefinition,
  script: FlowScript,
  others: readonly FlowDefinition[] = [],
): Promise<FlowScript> {
  const { rehearsal } = openScript(flow, script, others);
  const steps: Action[] = [];
  for (const action of script.steps) {
    if ('expect' in action) continue;
    steps.push(action);
    if ('set' in action) {
      rehearsal.set(action.set);
      continue;
    }
    const { effects, state } = await act(rehearsal, action);
    for (const effect of effects) {
      if (effect.kind !== 'reply') continue;
      const { text, choices } = effect.reply;
      steps.push({ expect: text });
      if (choices) steps.push({ expect: { choices: choices.map(({ label }) => label) } });
    }
    const events = eventsOf(effects).map(({ type }) => type);
    if (events.length > 0) steps.push({ expect: { status: state.status, events } });
  }
  return { ...script, steps };
}
