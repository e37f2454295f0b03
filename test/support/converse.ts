import type { FlowDefinition } from '../../src/contract/flow.ts';
import { type FlowScript, runScript } from '../../src/engine/run-script.ts';

type Step = FlowScript['steps'][number];
type State = Exclude<Extract<Step, { expect: unknown }>['expect'], string>;

/** A scripted conversation that reads as one: `await converse(flow).user('hi').bot('Hello!').run()`. */
export function converse(flow: FlowDefinition, outside: Pick<FlowScript, 'http' | 'llm'> = {}) {
  const steps: Step[] = [];
  const add = (step: Step) => {
    steps.push(step);
    return script;
  };
  const script = {
    user: (text: string) => add({ user: text }),
    /** The next reply. */
    bot: (text: string) => add({ expect: text }),
    /** Where the conversation stands. */
    at: (state: State) => add({ expect: state }),
    /** @throws Error that names the step of the script that was not as expected */
    async run() {
      const result = await runScript(flow, { ...outside, steps });
      if (!result.ok) {
        const at = JSON.stringify(steps[result.step] ?? 'the end');
        throw new Error(`script step ${result.step} (${at}): ${result.message}`);
      }
    },
  };
  return script;
}
