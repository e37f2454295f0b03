import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setI18n } from 'react-i18next';
import { App } from './components/App.tsx';
import { Frame } from './components/Frame.tsx';
import { ProblemPage } from './components/ProblemPage.tsx';
import { Root } from './components/Root.tsx';
import { SignInError } from './auth/errors.ts';
import { joinTabs } from './auth/join-tabs.ts';
import type { Opened } from './auth/open-session.ts';

setI18n(i18next);

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
