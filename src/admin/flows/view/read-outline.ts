import type { Step } from '../../../contract/flow.ts';
import { waysFrom } from '../../../engine/ways-from.ts';

type Json = Readonly<Record<string, unknown>>;

/** A step as a reader meets it, valid or not. */
export interface OutlinedStep {
  readonly id: string;
  readonly kind: string;
  readonly step: Json;
  /** `key` is as the engine names the way, without the step: `choices.0.next`. */
  readonly ways: readonly { readonly key: string; readonly to: string }[];
}

/** A flow in the order of reading it. */
export interface Outline {
  readonly start: string | null;
  /** From the start along the first ways. */
  readonly reached: readonly OutlinedStep[];
  readonly unreached: readonly OutlinedStep[];
  /** Words that jump to a step, by its id. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

/** Puts the steps of a draft or a version in order. A draft may lack anything; what can't be read is not there. */
export function readOutline(definition: Json): Outline {
  const start = typeof definition.start === 'string' ? definition.start : null;
  const steps = new Map(
    Object.entries(isObject(definition.steps) ? definition.steps : {}).flatMap(([id, step]) =>
      isObject(step) ? [[id, outlined(id, step)] as const] : [],
    ),
  );
  const words = readWords(definition.triggers);
  const order = walk(steps, [start, ...words.keys(), definition.onError]);
  return {
    start,
    reached: order,
    unreached: [...steps.values()].filter((step) => !order.includes(step)),
    words,
  };
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
    return waysFrom(id, step as Step).filter(({ to }) => typeof to === 'string');
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

function readWords(triggers: unknown): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const trigger of Array.isArray(triggers) ? triggers : []) {
    if (!isObject(trigger) || typeof trigger.next !== 'string' || !Array.isArray(trigger.words)) continue;
    words.set(trigger.next, [...(words.get(trigger.next) ?? []), ...trigger.words.map(String)]);
  }
  return words;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
