import { openTabs } from '../../browser/tabs.ts';

/** The other tabs of this application. */
export interface Tabs {
  /** Notifies other tabs that the hosted session has ended, without any data. */
  announceSignOut(): void;
  /** Calls back when one of them signed out. */
  onSignedOut(callback: () => void): void;
}

/** Connects the tabs. One channel to send and receive, since a second one of this tab would receive its own messages. */
export function joinTabs(): Tabs {
  let hear: () => void = () => undefined;
  const tabs = openTabs<null>('gateway-admin.signed-out', () => hear());
  return {
    announceSignOut: () => tabs.post(null),
    onSignedOut: (callback) => {
      hear = callback;
    },
  };
}
