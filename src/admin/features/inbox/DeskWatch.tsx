import { useEffect } from 'react';
import { showWaiting } from '../../components/at-desk.ts';
import { useConsole } from '../../components/console-context.ts';
import { tenantPath, usePath } from '../../components/navigation.ts';
import { useAlerts } from './alerts/use-alerts.ts';
import { useLiveInbox } from './inbox-context.ts';
import { rowsOf } from './live/board.ts';
import { usePresence } from './use-presence.ts';

/** Hears of who waits on every page of the console: counts, rings and notifies. Nothing is drawn. @see console.md 5 */
export function DeskWatch() {
  const { live, state, userId } = useLiveInbox();
  const inbox = `${tenantPath(useConsole().tenantId, 'inbox')}/`;
  const path = usePath();
  const openId = path.startsWith(inbox) ? decodeURIComponent(path.slice(inbox.length)) : undefined;
  const waiting = rowsOf(state.board, 'waiting', { userId }).length;
  useAlerts({ live, state, userId }, openId);
  usePresence();
  useEffect(() => showWaiting(waiting), [waiting]);
  useEffect(() => () => showWaiting(0), []);
  return null;
}
