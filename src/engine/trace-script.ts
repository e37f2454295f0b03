import type { FlowDefinition } from '../contract/flow.ts';
import { eventsOf } from './compare-events.ts';
import type { FlowScript } from './flow-script.ts';
import type { FlowState, Json } from './interfaces.ts';
import { act, openScript } from './run-script.ts';

/** The flow's response to one action of a script. */
export interface Traced {
  /** The script's step. */
  readonly index: number;
  readonly replies: readonly { readonly text: string; readonly choices: readonly string[] }[];
  readonly status: FlowState['status'];
  readonly step: string;
  readonly variables: { readonly [name: string]: Json };
  readonly events: readonly string[];
}

/**
 * Plays a script without checking expectations and returns what each step could expect, up to the step that fails.
 */
export async function traceScript(
  flow: FlowDefinition,
  script: FlowScript,
  others: readonly FlowDefinition[] = [],
): Promise<readonly Traced[]> {
  const { rehearsal } = openScript(flow, script, others);
  const traced: Traced[] = [];
  for (const [index, action] of script.steps.entries()) {
    if ('expect' in action) continue;
    if ('set' in action) {
      rehearsal.set(action.set);
      continue;
    }
    const done = await act(rehearsal, action).catch(() => null);
    if (!done) break;
    const { state, effects } = done;
    traced.push({
      index,
      replies: effects.flatMap((effect) =>
        effect.kind === 'reply'
          ? [{ text: effect.reply.text, choices: (effect.reply.choices ?? []).map(({ label }) => label) }]
          : [],
      ),
      status: state.status,
      step: state.flow.stepId,
      variables: state.variables,
      events: eventsOf(effects).map(({ type }) => type),
    });
  }
  return traced;
}
