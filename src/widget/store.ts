import { openStorage } from '../browser/storage.ts';

/** Small texts that outlive a page, by name. */
export interface Store {
  read(name: string): string | null;
  /** Null removes. */
  write(name: string, value: string | null): void;
  /** Names with this beginning, sorted. */
  names(beginning: string): string[];
  /** Calls whenever another tab's writing can be read here. */
  onOthersWriting(hear: () => void, signal: AbortSignal): void;
  /** Whether something is only in this page's memory, which other tabs can't read. */
  hasOwn(): boolean;
}

/**
 * The visitor's own store of one widget. Where the browser keeps nothing (storage switched off or full), the page's
 * memory does, so that at least nothing is lost before the visitor leaves.
 */
export function openStore(prefix: string, storage: () => Storage): Store {
  const kept = openStorage(storage);
  return {
    read: (name) => kept.getItem(prefix + name),
    write(name, value) {
      if (value === null) kept.removeItem(prefix + name);
      else kept.setItem(prefix + name, value);
    },
    names: (beginning) =>
      kept
        .keys()
        .filter((key) => key.startsWith(prefix + beginning))
        .map((key) => key.slice(prefix.length))
        .sort(),
    onOthersWriting(hear, signal) {
      const listen = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) hear();
      };
      window.addEventListener('storage', listen, { signal });
    },
    hasOwn: kept.hasOwn,
  };
}
