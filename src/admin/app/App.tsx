import { Loader } from '@mantine/core';
import { flushSync } from 'react-dom';
import type { Tabs } from '../sign-in/join-tabs.ts';
import type { View } from '../sign-in/open-session.ts';
import type { SignInClient } from '../sign-in/sign-in-client.ts';
import { addressBar } from './address-bar.ts';
import { Frame } from './Frame.tsx';
import { ProblemPage } from './ProblemPage.tsx';
import type { ProblemText } from './problem-texts.ts';
import { SignedIn } from './SignedIn.tsx';
import { SignInPage } from './SignInPage.tsx';
import { useView } from './use-view.ts';

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
  const [view, setView] = useView(client, tabs, first);

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
      {view.kind === 'signed-out' && (
        <SignInPage wasElsewhere={view.wasElsewhere} onSignIn={actions['sign-in']} />
      )}
      {view.kind === 'failed' && <ProblemPage error={view.error} onAction={(action) => actions[action]()} />}
      {view.kind === 'leaving' && <Loader role="status" aria-label="One moment" />}
    </Frame>
  );
}
