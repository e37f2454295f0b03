import { type Step, step as stepSchema, stepSchemas } from '../contract/flow.ts';
import { type Fault, faultsOf, inWords } from '../contract/in-words.ts';

/** What stands in for a field that a step lacks, so that the rest of the step can be checked. */
const standIns: Readonly<Record<string, unknown>> = {
  text: '',
  system: '',
  reason: '',
  saveAs: '_',
  flow: '_',
  next: '',
  otherwise: '',
  onError: '',
  assign: {},
  method: 'GET',
  url: 'https://stand-in.invalid/',
  branches: [{ when: 'true', next: '' }],
};

/** Ways that lead nowhere when they are missing. */
const ways = new Set(['next', 'otherwise', 'onError']);

/** A step as it was read. */
export interface ReadStep {
  /** As it would be without what is wrong in it; null when nothing can be made of it. */
  readonly step: Step | null;
  /** Paths are within the step. */
  readonly faults: readonly Fault[];
}

/** Reads a step; one that is not right is mended as far as the checks of the other steps and fields need it. */
export function readStep(definition: unknown): ReadStep {
  const parsed = stepSchema.safeParse(definition, { error: inWords });
  if (parsed.success) return { step: parsed.data, faults: [] };
  const faults = faultsOf(parsed.error).map(asDeadEnd);
  return { step: repair(definition, faults), faults };
}

function asDeadEnd(fault: Fault): Fault {
  return ways.has(fault.path) && fault.message === 'is missing'
    ? { ...fault, message: 'dead end: a step of this kind must say where it goes on' }
    : fault;
}

/** Leaves out every field that has a fault, and puts in the simplest for those that may not be left out. */
function repair(definition: unknown, faults: readonly Fault[]): Step | null {
  const { kind, ...fields } = (definition ?? {}) as { readonly [key: string]: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(stepSchemas, kind)) return null;
  const bad = new Set(faults.map(({ path }) => path.split('.', 1)[0]));
  const good = Object.fromEntries(Object.entries(fields).filter(([key]) => !bad.has(key)));
  const known = Object.keys(stepSchemas[kind as keyof typeof stepSchemas].shape);
  const missing = [...bad].filter(
    (key) => key !== undefined && known.includes(key) && Object.hasOwn(standIns, key),
  );
  const filled = Object.fromEntries(missing.map((key) => [key, standIns[key ?? '']]));
  const name = { kind, ...good, ...filled };
  const mended = stepSchema.safeParse(withoutEmptyWays(name));
  return mended.success ? mended.data : null;
}

/** The name of a step that is none: the graph's checks pass it over. */
export const nowhere = '_nowhere_';

function withoutEmptyWays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyWays);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      ways.has(key) && item === '' ? nowhere : withoutEmptyWays(item),
    ]),
  );
}
