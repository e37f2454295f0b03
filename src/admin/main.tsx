import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { Frame } from './app/Frame.tsx';
import { ProblemPage } from './app/ProblemPage.tsx';
import { Root } from './app/Root.tsx';
import { SignInError } from './sign-in/errors.ts';
import { joinTabs } from './sign-in/join-tabs.ts';
import type { Opened } from './sign-in/open-session.ts';
import type { Language } from './texts/load-texts.ts';
import type { Texts } from './texts/shape.ts';

/** Shows the application of a session, or why there is none. */
export function show(opened: Opened | SignInError, language: Language, texts: Texts): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <Root language={language} texts={texts}>
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
