/** Returns an object's own property: a step named `toString` is no function. */
export function ownValue(of: Readonly<Record<string, unknown>>, key: string | number): unknown {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}
