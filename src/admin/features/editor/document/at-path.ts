import { isObject, type Json, ownValue, type Path } from './document.ts';

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
