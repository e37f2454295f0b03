/** What an object has by this name itself: whoever calls a step `toString` means no function. */
export function ownValue(of: Readonly<Record<string, unknown>>, key: string | number): unknown {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}
