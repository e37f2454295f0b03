/** Whether the browser shows notifications of this page; `denied` also where it has none. */
export function notificationPermission(): NotificationPermission {
  try {
    return Notification.permission;
  } catch {
    return 'denied';
  }
}

/** Asks the user. */
export async function askToNotify(): Promise<NotificationPermission> {
  try {
    return await Notification.requestPermission();
  } catch {
    return 'denied';
  }
}

/**
 * Shows a notification, where the browser allows it. Chrome on Android has them for service workers only, of which the
 * console has none: its constructor throws there.
 * @see https://developer.mozilla.org/docs/Web/API/Notification/Notification#exceptions
 */
export function notify(title: string, tag: string): void {
  if (notificationPermission() !== 'granted') return;
  try {
    new Notification(title, { tag }).onclick = () => window.focus();
  } catch {
    // The sound and the title's number tell of it, too.
  }
}
