import { useEffect } from 'react';
import { deviceStorage } from '../../../browser/storage.ts';

const key = 'gateway-admin.seen-at';
const everyMs = 60_000;
/** Who has not looked for so long is away by themselves. */
const hiddenMs = 10 * 60_000;

/** Notes that somebody looks at this tab. @see console.md 5 "Presence" */
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

/** Whether nobody has looked at any tab of this browser for ten minutes. */
export function isUnseen(): boolean {
  return document.hidden && Date.now() - Number(deviceStorage.getItem(key) ?? 0) > hiddenMs;
}
