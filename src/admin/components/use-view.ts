import { useEffect, useState } from 'react';
import { router } from '../router.tsx';
import { asSignInError, type SignInError } from '../auth/errors.ts';
import type { Tabs } from '../auth/join-tabs.ts';
import type { View } from '../auth/open-session.ts';
import type { SignInClient } from '../auth/sign-in-client.ts';
import { forgetForms } from './kept-state.ts';
import { forgetWork } from './unsaved-work.ts';

type SetView = (change: View | ((shown: View) => View)) => void;

/** What is shown, and how to change it; it follows the session and the other tabs by itself. */
export function useView(client: SignInClient, tabs: Tabs, first: View): [View, SetView] {
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

/** Asks for the session again on each page, on coming back to the tab and while it is looked at: roles change, and sessions end. */
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
