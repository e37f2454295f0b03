import { useSyncExternalStore } from 'react';
import { rootPath } from './address-bar.ts';

const changed = 'gateway-admin:navigated';

/** The path under the application's root, without slashes at its ends. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname.slice(rootPath.length).replace(/\/+$/, ''));
}

/** What is behind the question mark of the address, and how to change it without a new page in the history. */
export function useSearch(): readonly [
  URLSearchParams,
  (change: Readonly<Record<string, string | null>>) => void,
] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const set = (change: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    history.replaceState(null, '', location.pathname + (text && `?${text}`));
    dispatchEvent(new Event(changed));
  };
  return [new URLSearchParams(search), set];
}

/** Goes to another page of the application. */
export function navigate(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', rootPath + path);
  dispatchEvent(new Event(changed));
}

function subscribe(onChange: () => void): () => void {
  addEventListener('popstate', onChange);
  addEventListener(changed, onChange);
  return () => {
    removeEventListener('popstate', onChange);
    removeEventListener(changed, onChange);
  };
}
