import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsole } from '../../components/console-context.ts';
import { showWaiting } from '../../components/inbox-presence.ts';
import { tenantPath, usePath } from '../../components/navigation.ts';
import { readAlertSettings } from './alerts/alert-settings.ts';
import { readySound, ring } from './alerts/chime.ts';
import { type News, newsOf } from './alerts/news.ts';
import { showNotification } from './alerts/notifications.ts';
import { type InboxContent, useLiveInbox } from './inbox-context.ts';
import { type InboxCache, rowsOf } from './live/inbox-cache.ts';
import { useNames } from './use-names.ts';
import { usePresence } from './use-presence.ts';

/** Notifies on every page of the console: counts, sounds and notifications. Renders nothing. @see console.md 5 */
export function InboxAlerts() {
  const { live, state, userId } = useLiveInbox();
  const inbox = `${tenantPath(useConsole().tenantId, 'inbox')}/`;
  const path = usePath();
  const openId = path.startsWith(inbox) ? decodeURIComponent(path.slice(inbox.length)) : undefined;
  const waiting = rowsOf(state.cache, 'waiting', { userId }).length;
  useAlerts({ live, state, userId }, openId);
  usePresence();
  useEffect(() => showWaiting(waiting), [waiting]);
  useEffect(() => () => showWaiting(0), []);
  return null;
}

const againMs = 30_000;

/**
 * Plays sounds and shows notifications in the leading tab, never for the conversation in view. For waiting
 * visitors, it repeats until someone looks.
 * @see console.md 5 "Sounds"
 */
function useAlerts(
  { live, state, userId }: Pick<InboxContent, 'live' | 'state' | 'userId'>,
  openId: string | undefined,
): void {
  const notify = useNotify(openId);
  const before = useRef<InboxCache | null>(null);
  const isUnseen = useRef(false);
  const { cache, isListed } = state;
  useEffect(() => {
    const news = before.current && live.isLeader ? newsOf(before.current, cache, userId) : [];
    // Conversations that existed when the page was opened are no news.
    before.current = isListed ? cache : null;
    for (const one of news) notify(one);
    if (news.some(({ kind }) => kind === 'waiting') && document.hidden) isUnseen.current = true;
  }, [live, cache, isListed, userId, notify]);
  useEffect(() => {
    const seen = () => {
      if (!document.hidden) isUnseen.current = false;
    };
    const again = () => {
      const [first] = rowsOf(live.state.getState().cache, 'waiting', { userId });
      const { waiting, volume } = readAlertSettings();
      if (isUnseen.current && first && live.isLeader && waiting && volume > 0) ring('waiting', volume);
    };
    const timer = setInterval(again, againMs);
    document.addEventListener('visibilitychange', seen);
    addEventListener('pointerdown', readySound, { once: true });
    addEventListener('keydown', readySound, { once: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('pointerdown', readySound);
      removeEventListener('keydown', readySound);
    };
  }, [live, userId]);
}

/** Notifies by sound and by the browser, with the visitor's name but no message text. */
function useNotify(openId: string | undefined): (news: News) => void {
  const { t } = useTranslation('inbox');
  const { visitorOf } = useNames();
  const latest = useRef({ openId, t, visitorOf });
  useEffect(() => {
    latest.current = { openId, t, visitorOf };
  });
  return useRef(({ kind, row }: News) => {
    const shown = latest.current;
    if (row.conversationId === shown.openId && !document.hidden) return;
    const settings = readAlertSettings();
    if (settings[kind] && settings.volume > 0) ring(kind, settings.volume);
    if (!settings.notify || !document.hidden) return;
    showNotification(shown.t(`news.${kind}`, { name: shown.visitorOf(row.visitor) }), row.conversationId);
  }).current;
}
