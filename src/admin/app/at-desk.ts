import { useSyncExternalStore } from 'react';

const key = 'gateway-admin.at-desk';
const changed = 'gateway-admin:desk';
let waiting = 0;

/** Whoever has opened a tenant's inbox is told of who waits on its other pages, too, for as long as the tab is open. */
export function sitDown(tenantId: string): void {
  if (sessionStorage.getItem(key) === tenantId) return;
  sessionStorage.setItem(key, tenantId);
  dispatchEvent(new Event(changed));
}

export function useIsAtDesk(tenantId: string): boolean {
  return useSyncExternalStore(subscribe, () => sessionStorage.getItem(key) === tenantId);
}

/** How many visitors wait for a human, as far as this tab is told; 0 where it is not. */
export const useWaiting = (): number => useSyncExternalStore(subscribe, () => waiting);

export function showWaiting(count: number): void {
  waiting = count;
  dispatchEvent(new Event(changed));
  void navigator.setAppBadge?.(count).catch(() => undefined);
}

function subscribe(onChange: () => void): () => void {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
}
