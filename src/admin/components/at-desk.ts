import { useSyncExternalStore } from 'react';
import { tabStorage } from '../../browser/storage.ts';

const key = 'gateway-admin.at-desk';
const changed = 'gateway-admin:desk';
let waiting = 0;

/** Whoever has opened a tenant's inbox is told of who waits on its other pages, too, for as long as the tab is open. */
export function sitDown(tenantId: string): void {
  if (tabStorage.getItem(key) === tenantId) return;
  tabStorage.setItem(key, tenantId);
  dispatchEvent(new Event(changed));
}

export function useIsAtDesk(tenantId: string): boolean {
  return useSyncExternalStore(subscribe, () => tabStorage.getItem(key) === tenantId);
}

/** How many visitors wait for a human, as far as this tab is told; 0 where it is not. */
export const useWaiting = (): number => useSyncExternalStore(subscribe, () => waiting);

export function showWaiting(count: number): void {
  waiting = count;
  dispatchEvent(new Event(changed));
  // On the icon of an installed application; elsewhere nobody misses it.
  (async () => navigator.setAppBadge(count))().catch(() => undefined);
}

function subscribe(onChange: () => void): () => void {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
}
