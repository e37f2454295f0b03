import { isComposing } from '../browser/composition.ts';
import { tabStorage } from '../browser/storage.ts';
import { asSignInError, type SignInError } from './auth/errors.ts';
import { type Opened, openSession, takeCallback } from './auth/open-session.ts';
import { readSettings } from './auth/read-settings.ts';
import { SignInClient } from './auth/sign-in-client.ts';
import type { Surroundings } from './auth/surroundings.ts';
import { addressBar, rootPath } from './components/address-bar.ts';
import { preferredLanguage, startTranslations } from './locales/i18n.ts';
import './components/mantine.css';
import './components/frame.css';
import './components/app.css';

// Whatever a page needs of the network is asked for here at once; the application itself, which is large, comes beside it.

const surroundings: Surroundings = {
  storage: { ...tabStorage, clear: () => tabStorage.keys().forEach(tabStorage.removeItem) },
  fetch: (address, init) => fetch(address, init),
  nowS: () => Math.floor(Date.now() / 1000),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  go: (address) => location.assign(address),
  appUrl: new URL(rootPath, location.origin).href,
};

const callback = takeCallback(addressBar);

async function open(): Promise<Opened | SignInError> {
  try {
    const client = new SignInClient(surroundings, await readSettings(surroundings));
    return { client, first: await openSession(client, addressBar, callback) };
  } catch (error) {
    return asSignInError(error);
  }
}

// For all fields: a key of an input method is none of a shortcut's or a list's. The code editors have an eye to it themselves.
addEventListener(
  'keydown',
  (event) => {
    const isField = event.target instanceof Element && event.target.matches('input, textarea');
    if (isField && isComposing(event)) event.stopImmediatePropagation();
  },
  { capture: true },
);

// The menu positioning library listens to the visual viewport if there is one. If that throws, the page would
// crash with the first menu.
try {
  const ignore = () => undefined;
  window.visualViewport?.addEventListener('resize', ignore);
  window.visualViewport?.removeEventListener('resize', ignore);
} catch {
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: null });
}

// A page that comes back from the browser's memory may show a session that is over.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

/** No wait of the file itself: the application imports what is in its chunk. */
async function start(): Promise<void> {
  const main = import('./main.tsx');
  const [opened, translated] = [open(), startTranslations(preferredLanguage())];
  const { show } = await main;
  await translated;
  show(await opened);
}

void start();
