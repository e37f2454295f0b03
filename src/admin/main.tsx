import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setI18n } from 'react-i18next';
import { App } from './app/App.tsx';
import { Frame } from './app/Frame.tsx';
import { ProblemPage } from './app/ProblemPage.tsx';
import { Root } from './app/Root.tsx';
import { SignInError } from './sign-in/errors.ts';
import { joinTabs } from './sign-in/join-tabs.ts';
import type { Opened } from './sign-in/open-session.ts';

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
