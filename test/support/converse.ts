import type { FlowDefinition } from '../../src/contract/flow.ts';
import type { Action, ScriptInput } from '../../src/engine/flow-script.ts';
import { runScript } from '../../src/engine/run-script.ts';

type Step = Action;
type State = Exclude<Extract<Step, { expect: unknown }>['expect'], string>;

/** A scripted conversation that reads as one: `await converse(flow).user('hi').bot('Hello!').run()`. */
export function converse(
  flow: FlowDefinition,
  outside: Omit<ScriptInput, 'steps'> = {},
  others: readonly FlowDefinition[] = [],
) {
  const steps: Step[] = [];
  const add = (step: Step) => {
    steps.push(step);
    return script;
  };
  const script = {
    user: (text: string) => add({ user: text }),
    /** The next reply. */
    bot: (text: string) => add({ expect: text }),
    /** Nobody says anything for so long. */
    minutes: (minutes: number) => add({ minutes }),
    /** Where the conversation stands. */
    at: (state: State) => add({ expect: state }),
    /** @throws Error that names the step of the script that was not as expected */
    async run() {
      const result = await runScript(flow, { ...outside, steps }, others);
      if (!result.ok) {
        const at = JSON.stringify(steps[result.step] ?? 'the end');
        throw new Error(`script step ${result.step} (${at}): ${result.message}`);
      }
    },
  };
  return script;
}
