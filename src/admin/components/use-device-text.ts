import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../../browser/storage.ts';

const changed = 'gateway-admin:device-text';

/** A text that this device keeps, and a setter; all who use it follow, other tabs too. */
export function useDeviceText(key: string): readonly [string | null, (text: string | null) => void] {
  const text = useSyncExternalStore(subscribe, () => deviceStorage.getItem(key));
  const set = (next: string | null) => {
    if (next === null) deviceStorage.removeItem(key);
    else deviceStorage.setItem(key, next);
    dispatchEvent(new Event(changed));
  };
  return [text, set];
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}
