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
    const turn = () => {
      if (document.visibilityState === 'hidden') void saver.keep();
      else look();
    };
    const timer = setInterval(look, lookEveryMs);
    const online = () => void saver.save();
    addEventListener('online', online);
    addEventListener('pagehide', saver.leave);
    document.addEventListener('visibilitychange', turn);
    return () => {
      clearInterval(timer);
      removeEventListener('online', online);
      removeEventListener('pagehide', saver.leave);
      document.removeEventListener('visibilitychange', turn);
    };
  }, [saver]);
}
