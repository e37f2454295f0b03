import { useEffect } from 'react';
import type { DraftSaver } from './draft-saver.ts';

const lookEveryMs = 15_000;

/** Saves when the line is back, keeps what there is when the page is left, and looks for what others save. */
export function useSavingTimes(saver: DraftSaver): void {
  useEffect(() => {
    const look = () => {
      // What can't be asked now is asked in a moment.
      if (document.visibilityState === 'visible' && navigator.onLine)
        void saver.look().catch(() => undefined);
    };
    const leave = () => {
      if (document.visibilityState === 'hidden') void saver.keep();
      else look();
    };
    const timer = setInterval(look, lookEveryMs);
    const online = () => void saver.save();
    addEventListener('online', online);
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('online', online);
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [saver]);
}
