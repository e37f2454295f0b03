import { useEffect } from 'react';
import { deviceStorage } from '../../../browser/storage.ts';

const key = 'gateway-admin.seen-at';
const everyMs = 60_000;
/** After this time out of view, an agent becomes away automatically. */
const hiddenMs = 10 * 60_000;

/** Records that this tab is visible. @see console.md 5 "Presence" */
export function usePresence(): void {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) deviceStorage.setItem(key, String(Date.now()));
    };
    look();
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}

/** Whether no tab of this browser was visible for ten minutes. */
export function isUnseen(): boolean {
  return document.hidden && Date.now() - Number(deviceStorage.getItem(key) ?? 0) > hiddenMs;
}
