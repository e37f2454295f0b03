import { Loader } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { tabStorage } from '../../browser/storage.ts';
import { router } from '../router.tsx';
import { asSignInError, SignInError } from '../auth/errors.ts';
import type { Tabs } from '../auth/join-tabs.ts';
import type { View } from '../auth/open-session.ts';
import type { SignInClient } from '../auth/sign-in-client.ts';
import { addressBar } from './address-bar.ts';
import { SignedInContext } from './console-context.ts';
import { Frame } from './Frame.tsx';
import { ProblemPage } from './ProblemPage.tsx';
import type { ProblemAction } from './problem-actions.ts';
import { SignInPage } from './SignInPage.tsx';
import { forgetWork } from './unsaved-work.ts';
import { useView } from './use-view.ts';

const probeKey = 'gateway-admin.probe';

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
  const { t } = useTranslation('common');
  const [view, setView] = useView(client, tabs, first);

  const onOver = useCallback(
    () => setView((shown) => (shown.kind === 'signed-in' ? { ...shown, isOver: true } : shown)),
    [setView],
  );
  const leave = (go: () => Promise<void>) => {
    // First the page is emptied: what the browser may keep of it for its back button shows nobody's data.
    flushSync(() => setView({ kind: 'leaving' }));
    go().catch((error: unknown) => setView({ kind: 'failed', error: asSignInError(error) }));
  };
  const actions: Readonly<Record<ProblemAction, () => void>> = {
    'sign-in': () =>
      leave(async () => {
        // What the callback needs would be gone with this page.
        if (!tabStorage.setItem(probeKey, '1')) throw new SignInError('storage_denied');
        tabStorage.removeItem(probeKey);
        await client.begin({ returnTo: addressBar.read(), isAutomatic: false });
      }),
    'sign-out': () =>
      leave(() => {
        forgetWork();
        tabs.tellSignedOut();
        return client.signOut();
      }),
    retry: () => location.reload(),
  };
  if (view.kind === 'signed-in')
    return (
      <SignedInContext
        value={{
          client,
          session: view.session,
          isOver: view.isOver,
          onOver,
          onSignIn: actions['sign-in'],
          onSignOut: actions['sign-out'],
        }}
      >
        <RouterProvider router={router} />
      </SignedInContext>
    );
  return (
    <Frame>
      {view.kind === 'signed-out' && (
        <SignInPage wasElsewhere={view.wasElsewhere} onSignIn={actions['sign-in']} />
      )}
      {view.kind === 'failed' && <ProblemPage error={view.error} onAction={(action) => actions[action]()} />}
      {view.kind === 'leaving' && <Loader role="status" aria-label={t('oneMoment')} />}
    </Frame>
  );
}
