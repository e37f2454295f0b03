import type { StepOf } from '../../contract/flow.ts';
import { findDoubled } from '../../domain/find-doubled.ts';
import type { CheckStep, Facts } from './facts.ts';
import type { FlowFault } from './fault.ts';
import { findTemplateFaults } from './texts.ts';

/** What is wrong with a question to a language model. */
export const checkLlm: CheckStep<'llm'> = (step, path, { types, steps }) => [
  ...findToolFaults(step, path, { types, steps }),
  ...findTemplateFaults(`${path}.system`, step.system, types),
  ...findTemplateFaults(`${path}.prompt`, step.prompt, types),
  ...findUseFaults(step, path),
];

function findToolFaults(
  { tools = [] }: StepOf<'llm'>,
  path: string,
  { types, steps }: Pick<Facts, 'types' | 'steps'>,
): FlowFault[] {
  const doubled = new Set(findDoubled(tools.map(({ step }) => step)));
  return tools.flatMap(({ step, arguments: given = {} }, n) => {
    const at = `${path}.tools.${n}`;
    const kind = steps[step]?.kind;
    return [
      ...(kind !== undefined && kind !== 'http'
        ? [{ path: `${at}.step`, message: `is a step of kind ${kind}: a tool is an http step` }]
        : []),
      ...(doubled.has(n) ? [{ path: `${at}.step`, message: 'is a tool already' }] : []),
      ...Object.keys(given)
        .filter((name) => !types.has(name))
        .map((name) => ({ path: `${at}.arguments.${name}`, message: `there is no variable ${name}` })),
    ];
  });
}

function findUseFaults({ send, saveAs, output }: Parameters<CheckStep<'llm'>>[0], path: string): FlowFault[] {
  if (output && send) {
    return [
      {
        path: `${path}.send`,
        message: 'an answer with output is JSON: save it, and send a message made of it',
      },
    ];
  }
  if (output && saveAs === undefined) {
    return [{ path: `${path}.output`, message: 'the answer is not saved: set saveAs' }];
  }
  return send || saveAs !== undefined
    ? []
    : [{ path, message: 'the answer is neither sent nor saved: set send or saveAs' }];
}
