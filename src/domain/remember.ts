/**
 * Remembers what `load` resolves to, by key, for a while; a rejected load is forgotten at once.
 * The function that is returned loads `anew` where the caller knows better than to trust its memory.
 * @param limit how many keys at most: the oldest goes first
 * @param worthKeeping tells values that are to be loaded again the next time; all are kept without it
 * @param confirmed when it was last seen that the value of a key is still the one, and how long such a value is good for in all
 */
export function remember<T>(options: {
  readonly forMs: number;
  readonly nowMs: () => number;
  readonly limit: number;
  readonly worthKeeping?: (value: T) => boolean;
  readonly confirmed?: { readonly atMs: (key: string) => number; readonly forMs: number };
}): (key: string, load: () => Promise<T>, anew?: boolean) => Promise<T> {
  const entries = new Map<string, { readonly value: Promise<T>; readonly loadedAtMs: number }>();
  const isGood = (key: string, loadedAtMs: number) => {
    const { forMs, confirmed } = options;
    const seenAtMs = Math.max(loadedAtMs, confirmed?.atMs(key) ?? 0);
    return Math.min(seenAtMs + forMs, loadedAtMs + (confirmed?.forMs ?? forMs)) > options.nowMs();
  };
  return (key, load, anew = false) => {
    const known = entries.get(key);
    if (!anew && known && isGood(key, known.loadedAtMs)) return known.value;
    const value = load();
    entries.delete(key);
    entries.set(key, { value, loadedAtMs: options.nowMs() });
    const forget = () => {
      if (entries.get(key)?.value === value) entries.delete(key);
    };
    value.then((loaded) => options.worthKeeping?.(loaded) === false && forget(), forget);
    const [oldest] = entries.keys();
    if (entries.size > options.limit && oldest !== undefined) entries.delete(oldest);
    return value;
  };
}
