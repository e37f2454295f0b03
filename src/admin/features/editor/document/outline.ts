import type { Step } from '../../../../contract/flow.ts';
import { handlesOf, isStepKind } from '../../../../engine/steps/kinds.ts';
import { type FlowDocument, isObject, type JsonObject, type Path, stepPath, stepsOf } from './document.ts';

/** An outgoing connection, connected or not: of a step, or of an entry point of the flow. */
export interface Port {
  /** Its path in the document. */
  readonly path: Path;
  /** The engine's name without the step: `choices.0.next`. */
  readonly key: string;
  /** Null if not connected. */
  readonly to: string | null;
  /** The flow can be run without it. */
  readonly isOptional: boolean;
}

/** The ports of a step in the order of reading them, whatever of the step is missing. */
export function portsOf(id: string, step: JsonObject): readonly Port[] {
  const { kind } = step;
  if (!isStepKind(kind)) return [];
  return handlesOf(readable(step)).map(({ key, to, isOptional = false }) => ({
    path: stepPath(id, ...key.split('.').map(asKey)),
    key,
    to: typeof to === 'string' ? to : null,
    isOptional,
  }));
}

/** A step as a reader meets it, valid or not. */
export interface OutlinedStep {
  readonly id: string;
  readonly kind: string;
  readonly step: JsonObject;
  /** All its outgoing connections, also those that are not connected. */
  readonly ports: readonly Port[];
}

/** An entry point of the flow: the start, global keywords, or an error. */
export interface OutlinedEntry {
  readonly sort: 'start' | 'words' | 'failure';
  /** The card's ID in canvas and list; no step can have it. */
  readonly card: string;
  readonly port: Port;
  /** For global keywords. */
  readonly trigger: OutlinedTrigger | null;
}

/** Global keywords, which lead to a step from anywhere. */
export interface OutlinedTrigger {
  readonly words: readonly string[];
  readonly comesBack: boolean;
  readonly duringHandoff: boolean;
}

/** A flow in reading order: the one model behind the canvas, the list, the comparison and the pictures. */
export interface Outline {
  readonly entries: readonly OutlinedEntry[];
  /** From the entries along the first connections. */
  readonly reached: readonly OutlinedStep[];
  readonly unreached: readonly OutlinedStep[];
}

/** Puts the steps of a draft or a version in order. A draft may lack anything; what can't be read is not there. */
export function readOutline(definition: FlowDocument['definition']): Outline {
  const steps = new Map(
    Object.entries(stepsOf({ definition })).map(([id, step]) => [id, outlined(id, step)] as const),
  );
  const entries = flowEntries(definition);
  const reached = walk(
    steps,
    entries.map(({ port }) => port.to),
  );
  const seen = new Set(reached);
  return { entries, reached, unreached: [...steps.values()].filter((step) => !seen.has(step)) };
}

/** Returns all steps of an outline in reading order. */
export function stepsInOrder({ reached, unreached }: Outline): readonly OutlinedStep[] {
  return [...reached, ...unreached];
}

/** The outline of a step object, which is the same as long as the step is: a change of one step reads no other again. */
const known = new WeakMap<JsonObject, OutlinedStep>();

function outlined(id: string, step: JsonObject): OutlinedStep {
  const before = known.get(step);
  if (before?.id === id) return before;
  const kind = typeof step.kind === 'string' ? step.kind : '';
  const read = { id, kind, step, ports: portsOf(id, step) };
  known.set(step, read);
  return read;
}

function flowEntries({ start, triggers, onError }: FlowDocument['definition']): readonly OutlinedEntry[] {
  const listed = Array.isArray(triggers) ? triggers : [];
  return [
    entry('start', ['start'], start),
    ...listed.map((one, n) => {
      const trigger = isObject(one) ? one : {};
      return entry('words', ['triggers', n, 'next'], trigger.next, {
        words: Array.isArray(trigger.words) ? trigger.words.map(String) : [],
        comesBack: trigger.return === true,
        duringHandoff: trigger.duringHandoff === true,
      });
    }),
    entry('failure', ['onError'], onError),
  ];
}

function entry(
  sort: OutlinedEntry['sort'],
  path: Path,
  to: unknown,
  trigger: OutlinedTrigger | null = null,
): OutlinedEntry {
  const card = sort === 'words' ? `$words.${path[1]}` : `$${sort}`;
  const port = {
    path: ['definition', ...path],
    key: 'next',
    to: typeof to === 'string' ? to : null,
    isOptional: sort === 'failure',
  };
  return { sort, card, port, trigger };
}

function walk(steps: ReadonlyMap<string, OutlinedStep>, starts: readonly (string | null)[]): OutlinedStep[] {
  const seen = new Set<OutlinedStep>();
  const ahead = [...starts].reverse();
  while (ahead.length > 0) {
    const step = steps.get(ahead.pop() ?? '');
    if (step === undefined || seen.has(step)) continue;
    seen.add(step);
    ahead.push(...step.ports.map(({ to }) => to).reverse());
  }
  return [...seen];
}

/** Returns every connection of a flow, of its entries and its steps. @param but whose own are left out */
export function allPorts({ definition }: Pick<FlowDocument, 'definition'>, but?: string): readonly Port[] {
  const outline = readOutline(definition);
  const steps = stepsInOrder(outline).filter(({ id }) => id !== but);
  return [...outline.entries.map(({ port }) => port), ...steps.flatMap(({ ports }) => ports)];
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
