import { createStore, useStore } from 'zustand';
import { tabStorage } from '../../browser/storage.ts';

const key = 'gateway-admin.at-desk';

/** The tenant whose inbox was opened in this tab, and its number of waiting visitors as far as the tab knows. */
const presence = createStore(() => ({ tenantId: tabStorage.getItem(key), waiting: 0 }));

/** Keeps the inbox of a tenant live on its other pages, too, for as long as the tab is open. */
export function openInbox(tenantId: string): void {
  tabStorage.setItem(key, tenantId);
  presence.setState({ tenantId });
}

export const useIsInboxOpen = (tenantId: string): boolean =>
  useStore(presence, (state) => state.tenantId === tenantId);

/** Returns how many visitors wait for an agent; 0 where this tab does not know. */
export const useWaiting = (): number => useStore(presence, ({ waiting }) => waiting);

export function showWaiting(waiting: number): void {
  presence.setState({ waiting });
  // On the icon of an installed application only.
  (async () => navigator.setAppBadge(waiting))().catch(() => undefined);
}
