import type { StepOf } from '../../contract/flow.ts';
import { foldText } from '../fold-text.ts';
import { compileRegex } from '../linear-regex.ts';
import type { FlowFault } from './fault.ts';
import { findTemplateFaults } from './texts.ts';

/** What is wrong with a question, its choices and its validation. */
export function findQuestionFaults(
  step: StepOf<'question'>,
  path: string,
  names: ReadonlySet<string>,
): FlowFault[] {
  return [
    ...findTemplateFaults(`${path}.text`, step.text, names),
    ...findTemplateFaults(`${path}.retryText`, step.retryText, names),
    ...findChoiceFaults(step, path),
    ...findPatternFaults(step, path),
  ];
}

function findChoiceFaults({ choices, validate }: StepOf<'question'>, path: string): FlowFault[] {
  if (choices?.length === 0) return [{ path: `${path}.choices`, message: 'there are no choices' }];
  if (validate?.type === 'choice' && !choices) {
    return [{ path: `${path}.validate`, message: 'a choice is asked for, but there are no choices' }];
  }
  const seen = new Set<string>();
  return (choices ?? []).flatMap(({ value }, n) => {
    const folded = foldText(value);
    const message = folded === '' ? 'the value is empty' : `the value ${value} is there already`;
    if (folded !== '' && !seen.has(folded)) {
      seen.add(folded);
      return [];
    }
    return [{ path: `${path}.choices.${n}.value`, message }];
  });
}

function findPatternFaults({ validate }: StepOf<'question'>, path: string): FlowFault[] {
  if (validate?.type !== 'regex') return [];
  const at = `${path}.validate.pattern`;
  if (validate.pattern === undefined)
    return [{ path: at, message: 'a pattern is asked for, but there is none' }];
  try {
    compileRegex(validate.pattern);
    return [];
  } catch (error) {
    return [{ path: at, message: error instanceof Error ? error.message : String(error) }];
  }
}
