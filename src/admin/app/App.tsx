import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Tabs } from '../sign-in/join-tabs.ts';
import { type View, viewSession } from '../sign-in/open-session.ts';
import type { SignInClient } from '../sign-in/sign-in-client.ts';
import { addressBar } from './address-bar.ts';
import { Frame } from './Frame.tsx';
import { ProblemPage } from './ProblemPage.tsx';
import type { ProblemText } from './problem-texts.ts';
import { SignedIn } from './SignedIn.tsx';
import { SignInPage } from './SignInPage.tsx';
import { usePath } from './use-path.ts';

/** The whole application: shows one view, and changes it as the session does. */
export function App({
  client,
  tabs,
  first,
}: {
  readonly client: SignInClient;
  readonly tabs: Tabs;
  readonly first: View;
}) {
  const [view, setView] = useState(first);
  const [wasElsewhere, setWasElsewhere] = useState(false);
  useEffect(
    () =>
      tabs.onSignedOut(() => {
        client.forget();
        setWasElsewhere(true);
        setView((shown) => (shown.kind === 'leaving' ? shown : { kind: 'signed-out' }));
      }),
    [client, tabs],
  );
  useFreshSession(client, view, setView);

  const leave = (go: () => Promise<void>) => {
    // First the page is emptied: what the browser may keep of it for its back button shows nobody's data.
    flushSync(() => setView({ kind: 'leaving' }));
    void go();
  };
  const actions: Readonly<Record<ProblemText['action'], () => void>> = {
    'sign-in': () => leave(() => client.begin({ returnTo: addressBar.read(), isAutomatic: false })),
    'sign-out': () =>
      leave(() => {
        tabs.tellSignedOut();
        return client.signOut();
      }),
    retry: () => location.reload(),
  };
  if (view.kind === 'signed-in') return <SignedIn session={view.session} onSignOut={actions['sign-out']} />;
  return (
    <Frame>
      {view.kind === 'signed-out' && <SignInPage wasElsewhere={wasElsewhere} onSignIn={actions['sign-in']} />}
      {view.kind === 'failed' && <ProblemPage error={view.error} onAction={(action) => actions[action]()} />}
      {view.kind === 'leaving' && <Loader role="status" aria-label="One moment" />}
    </Frame>
  );
}

/** Asks for the session again on each page and on coming back to the tab: roles change, and sessions end. */
function useFreshSession(client: SignInClient, view: View, setView: (change: (view: View) => View) => void) {
  const path = usePath();
  const isSignedIn = view.kind === 'signed-in';
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
