/** Small texts that outlive a page, by name. */
export interface Store {
  read(name: string): string | null;
  /** Null removes. */
  write(name: string, value: string | null): void;
  /** Names with this beginning, sorted. */
  names(beginning: string): string[];
  /** Calls whenever another tab's writing can be read here. */
  onOthersWriting(hear: () => void, signal: AbortSignal): void;
}

/**
 * The visitor's own store of one widget. Where the browser keeps nothing (storage switched off or full), the page's
 * memory does, so that at least nothing is lost before the visitor leaves.
 */
export function openStore(prefix: string, storage: () => Storage): Store {
  const memory = new Map<string, string | null>();
  const attempt = <T>(work: (kept: Storage) => T, otherwise: T): T => {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (name) =>
      memory.has(name) ? (memory.get(name) ?? null) : attempt((kept) => kept.getItem(prefix + name), null),
    write(name, value) {
      const written = attempt((kept) => {
        if (value === null) kept.removeItem(prefix + name);
        else kept.setItem(prefix + name, value);
        return true;
      }, false);
      if (written) memory.delete(name);
      else memory.set(name, value);
    },
    names(beginning) {
      const kept = attempt(
        (all) => Array.from({ length: all.length }, (_, n) => all.key(n) ?? ''),
        [] as string[],
      );
      const own = kept.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      return [...new Set([...own, ...memory.keys()])]
        .filter((name) => name.startsWith(beginning) && memory.get(name) !== null)
        .sort();
    },
    onOthersWriting(hear, signal) {
      const listen = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) hear();
      };
      window.addEventListener('storage', listen, { signal });
    },
  };
}
