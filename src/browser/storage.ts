/** The used part of the browser's `Storage`, and its keys. */
export interface KeptTexts extends Pick<Storage, 'getItem' | 'removeItem'> {
  /** @returns whether the browser keeps it, too */
  setItem(key: string, value: string): boolean;
  keys(): string[];
  /** Whether the browser failed to store something, so that only this page has it. */
  hasOwn(): boolean;
}

/**
 * A storage of the browser, with the page's memory in place of what it does not take: it may be missing, denied or full,
 * and some browsers say nothing and keep nothing.
 */
export function openStorage(storage: () => Storage): KeptTexts {
  const memory = new Map<string, string | null>();
  const attempt = <T>(work: (kept: Storage) => T, otherwise: T): T => {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  };
  const write = (key: string, value: string | null) => {
    const isKept = attempt((kept) => {
      if (value === null) kept.removeItem(key);
      else kept.setItem(key, value);
      return kept.getItem(key) === value;
    }, false);
    if (isKept) memory.delete(key);
    else memory.set(key, value);
    return isKept;
  };
  return {
    getItem: (key) =>
      memory.has(key) ? (memory.get(key) ?? null) : attempt((kept) => kept.getItem(key), null),
    setItem: write,
    removeItem: (key) => void write(key, null),
    keys() {
      const kept = attempt(
        (all) => Array.from({ length: all.length }, (_, n) => all.key(n) ?? ''),
        [] as string[],
      );
      return [...new Set([...kept, ...memory.keys()])].filter((key) => memory.get(key) !== null);
    },
    hasOwn: () => memory.size > 0,
  };
}

/** Storage of this device, for all tabs. */
export const deviceStorage = /* @__PURE__ */ openStorage(() => localStorage);
/** Storage of this tab, until it is closed. */
export const tabStorage = /* @__PURE__ */ openStorage(() => sessionStorage);
