import { useSyncExternalStore } from 'react';
import { rootPath } from './address-bar.ts';

const changed = 'gateway-admin:navigated';

/** The path under the application's root, without slashes at its ends. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname.slice(rootPath.length).replace(/\/+$/, ''));
}

/** Goes to another page of the application. */
export function navigate(path: string): void {
  history.pushState(null, '', rootPath + path);
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
