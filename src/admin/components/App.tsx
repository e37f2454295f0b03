import { Alert, Button, Loader, Paper, Stack } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { asSignInError, type SignInError } from '../auth/errors.ts';
import type { Tabs } from '../auth/join-tabs.ts';
import type { View } from '../auth/open-session.ts';
import type { SignInClient } from '../auth/sign-in-client.ts';
import { router } from '../router.tsx';
import { addressBar } from './address-bar.ts';
import { SignedInContext } from './console-context.ts';
import { Frame } from './Frame.tsx';
import { forgetForms } from './kept-state.ts';
import { PageTitle } from './PageHeader.tsx';
import { type ProblemAction, ProblemPage } from './ProblemPage.tsx';
import { forgetWork } from './unsaved-work.ts';

interface Props {
  readonly client: SignInClient;
  readonly tabs: Tabs;
  readonly first: View;
}

/** The whole application: shows one view, and changes it as the session does. */
export function App({ client, tabs, first }: Props) {
  const { t } = useTranslation('common');
  const [view, setView] = useView(client, tabs, first);

  const onOver = useCallback(
    () => setView((shown) => (shown.kind === 'signed-in' ? { ...shown, isOver: true } : shown)),
    [setView],
  );
  const leave = (go: () => Promise<void>) => {
    // Empties the page first, so that the browser's back-forward cache holds no data.
    flushSync(() => setView({ kind: 'leaving' }));
    go().catch((error: unknown) => setView({ kind: 'failed', error: asSignInError(error) }));
  };
  const actions: Readonly<Record<ProblemAction, () => void>> = {
    'sign-in': () => leave(() => client.begin({ returnTo: addressBar.read(), isAutomatic: false })),
    'sign-out': () =>
      leave(() => {
        forgetWork();
        tabs.announceSignOut();
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

type SetView = (change: View | ((shown: View) => View)) => void;

/** The current view and its setter; it follows the session and other tabs. */
function useView(client: SignInClient, tabs: Tabs, first: View): [View, SetView] {
  const [view, setView] = useState(first);
  useEffect(
    () =>
      tabs.onSignedOut(() => {
        // The page need not wait for the provider.
        void client.forget();
        forgetForms();
        forgetWork();
        setView((shown) => (shown.kind === 'leaving' ? shown : { kind: 'signed-out', wasElsewhere: true }));
      }),
    [client, tabs],
  );
  useFreshSession(client, view.kind === 'signed-in', setView);
  return [view, setView];
}

/** So often, with half a minute of the service's own, another role is seen within a minute. */
const askAgainMs = 25_000;

/**
 * Refetches the session on each page, on return to the tab and while it is visible: roles change, and sessions
 * end.
 */
function useFreshSession(client: SignInClient, isSignedIn: boolean, setView: SetView) {
  useEffect(() => {
    if (!isSignedIn) return;
    const refresh = async () => {
      if (document.visibilityState !== 'visible') return;
      const fresh = await client.session().then(
        (session) => (): View => ({ kind: 'signed-in', session, isOver: false }),
        (error: unknown) => viewAfter(asSignInError(error)),
      );
      setView((shown) => (shown.kind === 'signed-in' ? fresh(shown) : shown));
    };
    const unsubscribe = router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) void refresh();
    });
    const timer = setInterval(refresh, askAgainMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      unsubscribe();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [client, isSignedIn, setView]);
}

/** The page stays while its session is over, with what was typed into it; only an account that has no place here loses it. */
function viewAfter(error: SignInError): (shown: View & { readonly kind: 'signed-in' }) => View {
  switch (error.code) {
    case 'missing_tenant_claim':
    case 'invalid_role':
    case 'tenant_not_found':
      return () => ({ kind: 'failed', error });
    case 'session_expired':
    case 'session_refused':
    case 'tokens_refused':
    case 'signed_out':
      return (shown) => ({ ...shown, isOver: true });
    default:
      return (shown) => shown;
  }
}

interface SignInProps {
  readonly wasElsewhere: boolean;
  readonly onSignIn: () => void;
}

/** The page after signing out. Only the hosted sign-in asks for the password. */
function SignInPage({ wasElsewhere, onSignIn }: SignInProps) {
  const { t } = useTranslation('common');
  return (
    <Paper withBorder p="xl" radius="md" w="min(100%, 24rem)">
      <Stack>
        <PageTitle>{t('signIn.title')}</PageTitle>
        {wasElsewhere && (
          <Alert role="status" color="blue" title={t('signIn.elsewhereTitle')}>
            {t('signIn.elsewhere')}
          </Alert>
        )}
        <Button size="md" onClick={onSignIn}>
          {t('signIn.button')}
        </Button>
      </Stack>
    </Paper>
  );
}
