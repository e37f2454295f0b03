import { useEffect, useRef, useState } from 'react';
import type { Tabs } from '../sign-in/join-tabs.ts';
import { type View, viewSession } from '../sign-in/open-session.ts';
import type { SignInClient } from '../sign-in/sign-in-client.ts';
import { addressBar } from './address-bar.ts';
import { usePath } from './use-path.ts';

type SetView = (change: View | ((shown: View) => View)) => void;

/** What is shown, and how to change it; it follows the session and the other tabs by itself. */
export function useView(client: SignInClient, tabs: Tabs, first: View): [View, SetView] {
  const [view, setView] = useState(first);
  useEffect(
    () =>
      tabs.onSignedOut(() => {
        // The page need not wait for the provider.
        void client.forget();
        setView((shown) => (shown.kind === 'leaving' ? shown : { kind: 'signed-out', wasElsewhere: true }));
      }),
    [client, tabs],
  );
  useFreshSession(client, view.kind === 'signed-in', setView);
  return [view, setView];
}

/** Asks for the session again on each page and on coming back to the tab: roles change, and sessions end. */
function useFreshSession(client: SignInClient, isSignedIn: boolean, setView: SetView) {
  const path = usePath();
  const askedAt = useRef(path);
  useEffect(() => {
    if (!isSignedIn) return;
    const refresh = async () => {
      if (document.visibilityState !== 'visible') return;
      const fresh = await viewSession(client, addressBar.read());
      const isOffline = fresh.kind === 'failed' && fresh.error.code === 'network';
      setView((shown) => (shown.kind === 'signed-in' && !isOffline ? fresh : shown));
    };
    if (askedAt.current !== path) void refresh();
    askedAt.current = path;
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [client, path, isSignedIn, setView]);
}
