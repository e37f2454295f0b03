import type { CheckStep } from './facts.ts';
import type { FlowFault } from './fault.ts';
import { findTemplateFaults } from './texts.ts';

/** What is wrong with a question to a language model. */
export const checkLlm: CheckStep<'llm'> = (step, path, { types }) => [
  ...findTemplateFaults(`${path}.system`, step.system, types),
  ...findTemplateFaults(`${path}.prompt`, step.prompt, types),
  ...findUseFaults(step, path),
];

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
