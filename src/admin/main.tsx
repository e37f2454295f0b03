import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setI18n } from 'react-i18next';
import { SignInError } from './auth/errors.ts';
import { joinTabs } from './auth/join-tabs.ts';
import type { Opened } from './auth/open-session.ts';
import { App } from './components/App.tsx';
import { Frame } from './components/Frame.tsx';
import { ProblemPage } from './components/ProblemPage.tsx';
import { Root } from './components/Root.tsx';
import { router } from './router.tsx';

setI18n(i18next);

// The page's own code comes beside the session.
if (/^\/t\//.test(router.latestLocation.pathname))
  router
    .preloadRoute({ to: router.latestLocation.pathname, search: router.latestLocation.search })
    .catch(() => undefined);

/** Shows the application of a session, or why there is none. */
export function show(opened: Opened | SignInError): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <Root>
        {opened instanceof SignInError ? (
          <Frame>
            <ProblemPage error={opened} onAction={() => location.reload()} />
          </Frame>
        ) : (
          <App {...opened} tabs={joinTabs()} />
        )}
      </Root>
    </StrictMode>,
  );
}
