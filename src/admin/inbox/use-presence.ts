import { useEffect, useState } from 'react';
import type { LiveInbox } from './live/live-inbox.ts';

/** Who has not looked for so long is away by themselves. */
const hiddenMs = 10 * 60_000;

/** Whether one is away: said by hand, or by the page's having been hidden for ten minutes. @see console.md 5 "Presence" */
export function usePresence(live: LiveInbox): readonly [boolean, (isAway: boolean) => void] {
  const [isSaid, setSaid] = useState(false);
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const look = () => {
      window.clearTimeout(timer);
      if (document.hidden) timer = window.setTimeout(() => setHidden(true), hiddenMs);
      else setHidden(false);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const isAway = isSaid || isHidden;
  useEffect(() => live.setAway(isAway), [live, isAway]);
  return [isAway, setSaid];
}
