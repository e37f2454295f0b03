import { useEffect, useRef } from 'react';
import { noContent } from '../../../api/api.ts';
import { useConsole } from '../../../components/console-context.ts';

/** As often as the gateway tells it. */
const everyMs = 3_000;

/** Tells the visitor that somebody writes, at most every three seconds, and that they have stopped. */
export function useTyping(conversationId: string): (isOn: boolean) => void {
  const { call } = useConsole();
  const told = useRef({ atMs: 0, isOn: false });
  const tell = (isOn: boolean) => {
    const nowMs = Date.now();
    const isNews = isOn ? nowMs - told.current.atMs >= everyMs || !told.current.isOn : told.current.isOn;
    if (!isNews) return;
    told.current = { atMs: nowMs, isOn };
    const options = { path: { conversationId }, body: { on: isOn } };
    const asked = call('POST', '/v1/admin/conversations/{conversationId}/handoff/typing', noContent, options);
    // A hint that is lost is none of anybody's trouble.
    void asked.catch(() => undefined);
  };
  const last = useRef(tell);
  useEffect(() => {
    last.current = tell;
  });
  useEffect(() => () => last.current(false), []);
  return tell;
}
