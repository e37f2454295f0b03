import type { StepKind } from '../../../../contract/flow.ts';
import { type FlowDocument, type JsonObject, stepsOf } from './document.ts';
import { freeId } from './ids.ts';
import { variablesOf } from './variables.ts';

/** The contents of a new step by kind: required fields are empty, and nothing is connected. */
const contents: { readonly [Kind in StepKind]: JsonObject } = {
  message: { text: '' },
  question: { text: '', choices: [] },
  set: { assign: {} },
  branch: { branches: [{ when: '' }] },
  http: { method: 'GET', url: 'https://' },
  llm: { system: '' },
  handoff: { reason: '' },
  call: { flow: '' },
  wait: { minutes: 60 },
  end: {},
};

/** The kinds in the order that they are offered in. */
export const stepKinds = Object.keys(contents) as readonly StepKind[];

/** Creates a step, with a temporary ID until it has a text. */
export function newStep(
  document: FlowDocument,
  kind: StepKind,
): { readonly id: string; readonly step: JsonObject } {
  const id = freeId(kind, new Set(Object.keys(stepsOf(document))));
  const variables = new Set(variablesOf(document).map(({ name }) => name));
  const saved = kind === 'question' ? { saveAs: freeId('answer', variables) } : {};
  return { id, step: { kind, ...contents[kind], ...saved } };
}
