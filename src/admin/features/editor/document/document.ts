import type { DraftContent } from '../../../../contract/admin/flows.ts';

/** The edited draft, complete or not. Immutable; unchanged parts are shared. */
export type FlowDocument = DraftContent;

/** Any value in it. */
export type Json = DraftContent['definition'][string];
export type JsonObject = { readonly [key: string]: Json };

/** A path in a document from its root: `['definition', 'steps', 'menu', 'choices', 0, 'label']`. */
export type Path = readonly (string | number)[];

/** A place on the canvas, in pixels, as read from the left. */
export type Point = { readonly x: number; readonly y: number };

export type Layout = DraftContent['layout'];
export type Group = NonNullable<Layout['groups']>[number];
export type Note = NonNullable<Layout['notes']>[number];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object's own property: a step named `toString` is no function. */
export function ownValue(of: Readonly<Record<string, unknown>>, key: string | number): unknown {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}

const noSteps: Readonly<Record<string, JsonObject>> = {};

/** The steps that can be worked on, in order of creation: what is no object is left alone. */
export function stepsOf({
  definition,
}: Pick<FlowDocument, 'definition'>): Readonly<Record<string, JsonObject>> {
  const { steps } = definition;
  if (!isObject(steps)) return noSteps;
  if (Object.values(steps).every(isObject)) return steps as Readonly<Record<string, JsonObject>>;
  return Object.fromEntries(
    Object.entries(steps).flatMap(([id, step]) => (isObject(step) ? [[id, step] as const] : [])),
  );
}

/** A step, or null when there is none of this id. */
export function stepOf(document: Pick<FlowDocument, 'definition'>, id: string): JsonObject | null {
  const { steps } = document.definition;
  const step = isObject(steps) && Object.hasOwn(steps, id) ? steps[id] : undefined;
  return isObject(step) ? step : null;
}

/** The path of something in a step: `stepPath('menu', 'text')`. */
export function stepPath(id: string, ...rest: Path): Path {
  return ['definition', 'steps', id, ...rest];
}

/** Returns the value at a path; undefined if there is none. */
export function getAt(value: unknown, path: Path): Json | undefined {
  let found: unknown = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key];
    else return undefined;
  }
  return found as Json | undefined;
}

/**
 * The same value with something else at a path: objects keep the order of their keys, a key that is new comes last, and
 * missing parents are created. `undefined` removes the key, or the entry of a list.
 */
export function setAt<Value>(value: Value, path: Path, next: unknown): Value {
  return set(value, path, next) as Value;
}

function set(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value)) return setEntry(value, Number(key), rest, next);
  if (!isObject(value)) {
    if (next === undefined) return value;
    return typeof key === 'number' ? [set(undefined, rest, next)] : ownKey(key, set(undefined, rest, next));
  }
  const before = ownValue(value, key);
  const after = set(before, rest, next);
  if (after === before && (after !== undefined || !Object.hasOwn(value, key))) return value;
  if (after !== undefined) return { ...value, ...ownKey(key, after) };
  return Object.fromEntries(Object.entries(value).filter(([one]) => one !== key));
}

/** `__proto__`, too, is a key like any other. */
function ownKey(key: string | number, value: unknown): object {
  return Object.fromEntries([[key, value]]);
}

function setEntry(list: readonly unknown[], n: number, rest: Path, next: unknown): unknown {
  const after = set(list[n], rest, next);
  if (after === list[n] && n < list.length) return list;
  if (after === undefined) return n < list.length ? list.filter((_, at) => at !== n) : list;
  return n < list.length ? list.with(n, after) : [...list, after];
}

const wordsMost = 3;
const charsMost = 24;

/** The id that a step gets from its first words: `ask_order`; of words in another script, its kind. */
export function idOf(text: string, kind: string, taken: ReadonlySet<string>): string {
  const words = text
    .replaceAll(/\{\{.*?\}\}/gs, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const id = (words ?? [])
    .slice(0, wordsMost)
    .join('_')
    .slice(0, charsMost)
    .replace(/^[\d_]+|_+$/g, '');
  return freeId(id || kind, taken);
}

const idCharsMost = 64;

/** The same id where it is free, else with the next number behind it: `menu_2`. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  const [, stem = id] = /^(.*?)(?:_\d+)?$/.exec(id) ?? [];
  for (let n = 2; ; n += 1) {
    const suffix = `_${n}`;
    const next = stem.slice(0, idCharsMost - suffix.length) + suffix;
    if (!taken.has(next)) return next;
  }
}

/** Whether an ID was derived from a step's kind alone, before it had a text. */
export function isKindId(id: string, kind: string): boolean {
  return id === kind || (id.startsWith(`${kind}_`) && /^\d+$/.test(id.slice(kind.length + 1)));
}
