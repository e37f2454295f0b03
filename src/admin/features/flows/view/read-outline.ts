import type { Step } from '../../../../contract/flow.ts';
import { connectionsFrom } from '../../../../engine/steps/kinds.ts';

type Json = Readonly<Record<string, unknown>>;

/** A step as a reader meets it, valid or not. */
export interface OutlinedStep {
  readonly id: string;
  readonly kind: string;
  readonly step: Json;
  /** `key` is the engine's name of the connection, without the step: `choices.0.next`. */
  readonly ways: readonly { readonly key: string; readonly to: string }[];
}

/** A flow in the order of reading it. */
export interface Outline {
  readonly start: string | null;
  /** From the start along the first connections. */
  readonly reached: readonly OutlinedStep[];
  readonly unreached: readonly OutlinedStep[];
  readonly triggers: readonly OutlinedTrigger[];
  /** Where what raises leads to. */
  readonly onError: string | null;
}

/** Global keywords, which lead to a step from anywhere. */
export interface OutlinedTrigger {
  readonly words: readonly string[];
  readonly to: string;
  readonly comesBack: boolean;
  readonly duringHandoff: boolean;
}

/** Puts the steps of a draft or a version in order. A draft may lack anything; what can't be read is not there. */
export function readOutline(definition: Json): Outline {
  const start = typeof definition.start === 'string' ? definition.start : null;
  const steps = new Map(
    Object.entries(isObject(definition.steps) ? definition.steps : {}).flatMap(([id, step]) =>
      isObject(step) ? [[id, outlined(id, step)] as const] : [],
    ),
  );
  const triggers = readTriggers(definition.triggers);
  const onError = typeof definition.onError === 'string' ? definition.onError : null;
  const order = walk(steps, [start, ...triggers.map(({ to }) => to), onError]);
  return {
    start,
    reached: order,
    unreached: [...steps.values()].filter((step) => !order.includes(step)),
    triggers,
    onError,
  };
}

/** Words that lead to a step, of all triggers. */
export function wordsTo({ triggers }: Outline, id: string): readonly string[] {
  return triggers.filter(({ to }) => to === id).flatMap(({ words }) => words);
}

function outlined(id: string, step: Json): OutlinedStep {
  const prefix = `steps.${id}.`;
  return {
    id,
    kind: typeof step.kind === 'string' ? step.kind : '',
    step,
    ways: readWays(id, step).map(({ path, to }) => ({ key: path.slice(prefix.length), to })),
  };
}

function readWays(id: string, step: Json) {
  try {
    // Of half a step the engine's table may stumble over what lacks.
    return connectionsFrom(id, step as Step).filter(({ to }) => typeof to === 'string');
  } catch {
    return [];
  }
}

function walk(steps: ReadonlyMap<string, OutlinedStep>, starts: readonly unknown[]): OutlinedStep[] {
  const seen = new Set<OutlinedStep>();
  const ahead = [...starts].reverse();
  while (ahead.length > 0) {
    const step = steps.get(String(ahead.pop()));
    if (step === undefined || seen.has(step)) continue;
    seen.add(step);
    ahead.push(...step.ways.map(({ to }) => to).reverse());
  }
  return [...seen];
}

function readTriggers(triggers: unknown): OutlinedTrigger[] {
  return (Array.isArray(triggers) ? triggers : []).flatMap((trigger) =>
    isObject(trigger) && typeof trigger.next === 'string' && Array.isArray(trigger.words)
      ? [
          {
            words: trigger.words.map(String),
            to: trigger.next,
            comesBack: trigger.return === true,
            duringHandoff: trigger.duringHandoff === true,
          },
        ]
      : [],
  );
}

/** Whether a part of a draft is an object that can be read further. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
