/**
 * Remembers what `load` resolves to, by key, for a while; a rejected load is forgotten at once.
 * The function that is returned loads `anew` where the caller knows better than to trust its memory.
 * @param limit how many keys at most: the oldest goes first
 * @param worthKeeping tells values that are to be loaded again the next time; all are kept without it
 */
export function remember<T>(options: {
  readonly forMs: number;
  readonly nowMs: () => number;
  readonly limit: number;
  readonly worthKeeping?: (value: T) => boolean;
}): (key: string, load: () => Promise<T>, anew?: boolean) => Promise<T> {
  const entries = new Map<string, { readonly value: Promise<T>; readonly untilMs: number }>();
  return (key, load, anew = false) => {
    const known = entries.get(key);
    if (!anew && known && known.untilMs > options.nowMs()) return known.value;
    const value = load();
    entries.delete(key);
    entries.set(key, { value, untilMs: options.nowMs() + options.forMs });
    const forget = () => {
      if (entries.get(key)?.value === value) entries.delete(key);
    };
    value.then((loaded) => options.worthKeeping?.(loaded) === false && forget(), forget);
    const [oldest] = entries.keys();
    if (entries.size > options.limit && oldest !== undefined) entries.delete(oldest);
    return value;
  };
}
