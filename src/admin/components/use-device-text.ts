import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
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

/** Reads JSON that a storage kept; `otherwise` if there is none or it has another form. */
export function readKept<Kept>(schema: z.ZodMiniType<Kept>, text: string | null, otherwise: Kept): Kept {
  try {
    return z.parse(schema, JSON.parse(text ?? 'null'));
  } catch {
    return otherwise;
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}
