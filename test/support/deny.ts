import type { BrowserContext } from 'playwright-core';

/** What a browser may deny to a page: by its settings, in private windows, in web views of apps, on plain HTTP. */
export const facilities = [
  'locks',
  'BroadcastChannel',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'Notification',
  'clipboard',
  'AudioContext',
  'visualViewport',
  'randomUUID',
] as const;
export type Facility = (typeof facilities)[number];

/** It is not there, looking at it throws, or it is there and refuses whatever it is asked for. */
export const ways = ['missing', 'throwing', 'refusing'] as const;
export type Way = (typeof ways)[number];

/** Denies these to every page that the context opens from now on; `window.asked` counts what was asked of them. */
export async function deny(context: BrowserContext, denied: readonly Facility[], way: Way): Promise<void> {
  await context.addInitScript(denyHere, { denied, way });
}

/** Runs in the page. */
function denyHere({ denied, way }: { denied: readonly Facility[]; way: Way }): void {
  const counted = window as unknown as { asked: number };
  counted.asked = 0;
  const refusal = () => {
    counted.asked += 1;
    return Object.assign(new Error('denied by the test'), { name: 'SecurityError' });
  };
  const refuse = () => {
    throw refusal();
  };
  const reject = () => Promise.reject(refusal());
  const storage = new Proxy({}, { get: () => refuse, ownKeys: refuse });
  const refusing: Readonly<Record<Facility, unknown>> = {
    locks: { request: reject },
    BroadcastChannel: refuse,
    localStorage: storage,
    sessionStorage: storage,
    indexedDB: {
      open() {
        const request = { error: refusal(), onerror: () => undefined };
        setTimeout(() => request.onerror());
        return request;
      },
    },
    // As Chrome on Android: granted, and the constructor throws.
    Notification: Object.assign(refuse, { permission: 'granted', requestPermission: reject }),
    clipboard: { writeText: reject, readText: reject },
    AudioContext: refuse,
    visualViewport: { addEventListener: refuse, removeEventListener: refuse },
    randomUUID: refuse,
  };
  for (const facility of denied) {
    const owner =
      facility === 'randomUUID'
        ? crypto
        : facility === 'locks' || facility === 'clipboard'
          ? navigator
          : window;
    Object.defineProperty(owner, facility, {
      configurable: true,
      ...(way === 'throwing'
        ? { get: refuse }
        : { value: way === 'missing' ? undefined : refusing[facility] }),
    });
  }
}

/** Storage that takes nothing more; what is in it can be read. */
export async function fillStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full, says the test', 'QuotaExceededError');
    };
  });
}
