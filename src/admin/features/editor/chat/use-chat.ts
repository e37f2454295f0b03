import { useEffect, useState, useSyncExternalStore } from 'react';
import { ChatSession, type ChatState } from './chat-session.ts';
import { ChatWorker } from './chat-worker.ts';

/** A test chat for as long as the page shows it. */
export function useChat(): { readonly session: ChatSession; readonly chat: ChatState } {
  const [session] = useState(() => new ChatSession(() => new ChatWorker()));
  const chat = useSyncExternalStore(session.subscribe, session.read);
  useEffect(() => () => session.close(), [session]);
  return { session, chat };
}
