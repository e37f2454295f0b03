import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useConsole } from '../../components/console-context.ts';
import { rowOf, useInbox } from './inbox-context.ts';
import { Talk, type TalkState } from './live/talk.ts';

/** The messages of the conversation that is open: read to their end, then as the poll tells of them. */
export function useTalk(conversationId: string): { readonly talk: Talk; readonly said: TalkState } {
  const { call } = useConsole();
  const { live, state } = useInbox();
  const talk = useMemo(() => new Talk(conversationId, call), [conversationId, call]);
  const said = useSyncExternalStore(talk.subscribe, talk.read);
  const after = said.messages.at(-1)?.id ?? null;
  const { isRead, isTyping } = said;

  useEffect(
    () => live.onWatched((id, watched) => void (id === conversationId && talk.hear(watched))),
    [live, talk, conversationId],
  );
  useEffect(() => {
    if (!isRead) return;
    const look = () => {
      if (document.visibilityState === 'visible') live.watch({ conversationId, after, isTyping });
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [live, conversationId, after, isRead, isTyping]);
  useEffect(() => () => live.watch(null), [live]);

  // Something was said that the poll under way was not asked for, or while nothing came.
  const row = rowOf(state, conversationId);
  const lastSeq = row?.lastSeq ?? Number.POSITIVE_INFINITY;
  const isStopped = state.stopped !== null;
  useEffect(() => {
    if (!isStopped && lastSeq > talk.lastSeq) void talk.catchUp();
  }, [talk, lastSeq, isStopped]);
  return { talk, said };
}
