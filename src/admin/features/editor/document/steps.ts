import type { StepKind } from '../../../../contract/flow.ts';
import {
  type FlowDocument,
  freeId,
  getAt,
  type JsonObject,
  type Path,
  type Point,
  setAt,
  stepOf,
  stepPath,
  stepsOf,
} from './document.ts';
import { move, withLayout, withSteps } from './layout.ts';
import { allPorts, portsOf } from './outline.ts';
import { variablesOf } from './variables.ts';

/** Adds a step, after a connection or by itself; the flow starts at the first one. */
export function addStep(
  document: FlowDocument,
  {
    id,
    step,
    at,
    from,
  }: { readonly id: string; readonly step: JsonObject; readonly at?: Point; readonly from?: Path },
): FlowDocument {
  if (stepOf(document, id)) return document;
  const before = from && getAt(document, from);
  let next = setAt(document, stepPath(id), step);
  if (from) next = setAt(next, from, id);
  const first = portsOf(id, step)[0];
  if (typeof before === 'string' && first?.to === null) next = setAt(next, first.path, before);
  if (typeof next.definition.start !== 'string') next = setAt(next, ['definition', 'start'], id);
  return at ? withLayout(next, move(next.layout, { [id]: at })) : next;
}

/** Disconnects; does nothing if the parent does not exist. */
export function disconnect(document: FlowDocument, from: Path): FlowDocument {
  return getAt(document, from) === undefined ? document : setAt(document, from, undefined);
}

/** Takes steps out of the flow, one after the other. */
export function removeSteps(document: FlowDocument, ids: readonly string[]): FlowDocument {
  const gone = ids.filter((id) => stepOf(document, id));
  const next = gone.reduce(removeStep, document);
  return withLayout(
    next,
    withSteps(next.layout, (id) => (gone.includes(id) ? null : id)),
  );
}

function removeStep(document: FlowDocument, id: string): FlowDocument {
  const step = stepOf(document, id);
  if (!step) return document;
  const into = allPorts(document, id).filter(({ to }) => to === id);
  const onward = new Set(portsOf(id, step).flatMap(({ to }) => (to === null ? [] : [to])));
  const [only] = onward;
  const isHealed = into.length === 1 && onward.size === 1 && only !== id;
  const healed = into.reduce(
    (next, { path }) => (isHealed ? setAt(next, path, only) : disconnect(next, path)),
    document,
  );
  return setAt(healed, stepPath(id), undefined);
}

/** Returns the connections that removing steps would disconnect. */
export function opensWhenRemoved(document: FlowDocument, ids: readonly string[]): readonly Path[] {
  const after = removeSteps(document, ids);
  const gone = new Set(ids);
  return ids
    .flatMap((id) => allPorts(document, id).filter(({ to }) => to === id))
    .filter(({ path }) => !(path[1] === 'steps' && gone.has(String(path[2]))))
    .filter(({ path }) => getAt(after, path) === undefined)
    .map(({ path }) => path);
}

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
