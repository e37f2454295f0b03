import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { addressBar, rootPath } from './app/address-bar.ts';
import { Frame } from './app/Frame.tsx';
import { ProblemPage } from './app/ProblemPage.tsx';
import { loadAhead } from './app/pages.ts';
import { Root } from './app/Root.tsx';
import { asSignInError } from './sign-in/errors.ts';
import { joinTabs } from './sign-in/join-tabs.ts';
import { openSession, takeCallback } from './sign-in/open-session.ts';
import { readSettings } from './sign-in/read-settings.ts';
import { createSignInClient } from './sign-in/sign-in-client.ts';
import type { Surroundings } from './sign-in/surroundings.ts';
import { loadTexts, preferredLanguage } from './texts/texts.ts';
import './app/mantine.css';
import './app/app.css';

const surroundings: Surroundings = {
  storage: sessionStorage,
  fetch: (address, init) => fetch(address, init),
  nowS: () => Math.floor(Date.now() / 1000),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  go: (address) => location.assign(address),
  appUrl: new URL(rootPath, location.origin).href,
};

const callback = takeCallback(addressBar);

async function start() {
  const client = createSignInClient(surroundings, await readSettings(surroundings));
  const first = await openSession(client, addressBar, callback);
  return <App client={client} tabs={joinTabs()} first={first} />;
}

// A page that comes back from the browser's memory may show a session that is over.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

// Its code beside the session, which takes as long.
loadAhead(/^t\/[^/]+\/([^?]+)/.exec(addressBar.read())?.[1] ?? '');
const language = preferredLanguage();
const texts = loadTexts(language);
const page = await start().catch((error: unknown) => (
  <Frame>
    <ProblemPage error={asSignInError(error)} onAction={() => location.reload()} />
  </Frame>
));
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Root language={language} texts={await texts}>
        {page}
      </Root>
    </StrictMode>,
  );
