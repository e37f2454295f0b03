/** The browser's permission for notifications; `denied` also without support. */
export function notificationPermission(): NotificationPermission {
  try {
    return Notification.permission;
  } catch {
    return 'denied';
  }
}

/** Requests the permission. */
export async function askToNotify(): Promise<NotificationPermission> {
  try {
    return await Notification.requestPermission();
  } catch {
    return 'denied';
  }
}

/**
 * Shows a notification where the browser allows it; by a service worker where the constructor throws, as in Chrome on
 * Android.
 * @param tag one notification replaces another of the same tag
 * @see https://developer.mozilla.org/docs/Web/API/Notification/Notification#exceptions
 */
export function showNotification(title: string, tag: string): void {
  if (notificationPermission() !== 'granted') return;
  try {
    new Notification(title, { tag }).onclick = () => window.focus();
  } catch {
    // Sound, badge and the title's number remain where there is no worker either.
    void showByWorker(title, tag).catch(() => undefined);
  }
}

/** @throws Error where the browser denies service workers */
async function showByWorker(title: string, tag: string): Promise<void> {
  const script = new URL('./notification-worker.js', import.meta.url);
  const registration = await navigator.serviceWorker.register(script);
  const worker = registration.installing ?? registration.waiting;
  if (worker && !registration.active) await becomesActive(worker);
  await registration.showNotification(title, { tag, data: { url: location.href } });
}

/** Resolves once a worker is active: only then it shows notifications. */
function becomesActive(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
}
