import { type Step, stepSchemas } from '../../../../contract/flow.ts';
import { handlesOf } from '../../../../engine/steps/kinds.ts';
import { type FlowDocument, isObject, type JsonObject, type Path, stepPath, stepsOf } from './document.ts';

/** An outgoing connection, connected or not: of a step, or of an entry point of the flow. */
export interface Port {
  /** Where the document says it. */
  readonly path: Path;
  /** As the engine names it, without the step: `choices.0.next`. */
  readonly key: string;
  /** Null if not connected. */
  readonly to: string | null;
  /** The flow can be run without it. */
  readonly isOptional: boolean;
}

/** The ports of a step in the order of reading them, whatever of the step is missing. */
export function portsOf(id: string, step: JsonObject): readonly Port[] {
  const { kind } = step;
  if (typeof kind !== 'string' || !Object.hasOwn(stepSchemas, kind)) return [];
  return handlesOf(readable(step)).map(({ key, to, isOptional = false }) => ({
    path: stepPath(id, ...key.split('.').map(asKey)),
    key,
    to: typeof to === 'string' ? to : null,
    isOptional,
  }));
}

/** Where a conversation comes into the flow: the start, words, and where failures lead. */
export function entrancesOf({ definition }: Pick<FlowDocument, 'definition'>): readonly Port[] {
  const { start, triggers, onError } = definition;
  const words = Array.isArray(triggers) ? triggers : [];
  return [
    entrance(['start'], start),
    ...words.map((trigger, n) =>
      entrance(['triggers', n, 'next'], isObject(trigger) ? trigger.next : undefined),
    ),
    { ...entrance(['onError'], onError), isOptional: true },
  ];
}

/** The ports that lead to a step; those of the step itself are not among them. */
export function portsInto(document: Pick<FlowDocument, 'definition'>, id: string): readonly Port[] {
  const steps = Object.entries(stepsOf(document)).filter(([other]) => other !== id);
  return [...entrancesOf(document), ...steps.flatMap(([other, step]) => portsOf(other, step))].filter(
    ({ to }) => to === id,
  );
}

function entrance(path: Path, to: unknown): Port {
  return {
    path: ['definition', ...path],
    key: path.join('.'),
    to: typeof to === 'string' ? to : null,
    isOptional: false,
  };
}

/** Lists that the engine's table walks along; what is none of them yet is empty. */
function readable(step: JsonObject): Step {
  const { branches, choices, tools } = step;
  const offered = Array.isArray(choices) ? choices.map(asEntry) : isObject(choices) ? choices : undefined;
  return {
    ...step,
    branches: entriesOf(branches),
    choices: offered,
    tools: entriesOf(tools),
  } as unknown as Step;
}

const entriesOf = (value: unknown) => (Array.isArray(value) ? value.map(asEntry) : []);
const asEntry = (value: unknown) => (isObject(value) ? value : {});
const asKey = (key: string) => (/^\d+$/.test(key) ? Number(key) : key);
