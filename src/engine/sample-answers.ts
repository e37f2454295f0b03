import type { FlowDefinition } from '../contract/flow.ts';
import { type FlowScript, flowScript } from './flow-script.ts';
import type { FlowState } from './interfaces.ts';
import { type ExternalClients, rehearse } from './rehearse.ts';
import { act } from './run-script.ts';
import { scriptedOutside } from './scripted-outside.ts';

type HttpAnswer = NonNullable<FlowScript['http']>[number];

/** The external responses of a flow's steps in its tests, by `flow/step`; plain JSON. */
export interface SampleAnswers {
  readonly http: Readonly<Record<string, HttpAnswer>>;
  readonly llm: Readonly<Record<string, string>>;
}

/** The key of a step's samples. */
export const sampleKey = ({ id, stepId }: FlowState['flow']): string => `${id}/${stepId}`;

/** Plays the tests of a flow, and returns the first good answer that each step gets in them; a test that raises is left there. */
export async function collectSampleAnswers(
  flow: FlowDefinition,
  scripts: readonly unknown[],
  others: readonly FlowDefinition[],
): Promise<SampleAnswers> {
  const http = new Map<string, HttpAnswer>();
  const llm = new Map<string, string>();
  for (const script of scripts) {
    const { data } = flowScript.safeParse(script);
    if (data) await collect({ flow, others, http, llm }, data).catch(() => undefined);
  }
  return { http: Object.fromEntries(http), llm: Object.fromEntries(llm) };
}

interface Collected {
  readonly flow: FlowDefinition;
  readonly others: readonly FlowDefinition[];
  readonly http: Map<string, HttpAnswer>;
  readonly llm: Map<string, string>;
}

async function collect(
  { flow, others, http, llm }: Collected,
  { title: _, http: responses = [], llm: answers = [], steps, ...setting }: FlowScript,
): Promise<void> {
  const scripted = scriptedOutside(responses, answers);
  let key = '';
  let asked = 0;
  const outside: ExternalClients = {
    ...scripted,
    atStep: (state) => {
      key = sampleKey(state.flow);
    },
    http: {
      async send(request) {
        const answer = responses[asked];
        asked += 1;
        const isBetter = !http.has(key) || (http.get(key)?.status ?? 0) >= 400;
        if (answer && !answer.fails && isBetter) http.set(key, answer);
        return scripted.http.send(request);
      },
    },
    llm: {
      async complete(request) {
        const answer = await scripted.llm.complete(request);
        if (typeof answer === 'string' && !llm.has(key)) llm.set(key, answer);
        return answer;
      },
    },
  };
  const rehearsal = rehearse(flow, outside, others);
  rehearsal.set(setting);
  for (const step of steps) {
    if ('set' in step) rehearsal.set(step.set);
    else if (!('expect' in step)) await act(rehearsal, step);
  }
}
