import { useEffect, useState } from 'react';
import { PageTitle } from '../app/PageTitle.tsx';
import { type Done, Toast } from '../app/Toast.tsx';
import { useTimes } from '../app/use-times.ts';
import { Empty } from '../states/Empty.tsx';
import { useTexts } from '../texts/texts.ts';
import { Conversation } from './Conversation.tsx';
import { InboxList } from './InboxList.tsx';
import { InboxContext, useInbox, useLiveInbox } from './inbox-context.ts';
import { rowsOf } from './live/board.ts';
import './inbox.css';

/** Who waits for a human, the conversation that one has opened, and what is known of its visitor. @see console.md 5 */
export function InboxPage({ conversationId }: { readonly conversationId?: string }) {
  const { frame, inbox } = useTexts();
  const content = useLiveInbox();
  const [done, setDone] = useState<Done | null>(null);
  const { board } = content.state;
  const waiting = rowsOf(board, 'waiting', content).length;
  useEffect(() => {
    document.title = `${waiting > 0 ? inbox.titleWith(waiting) : inbox.title} · ${frame.product}`;
    void navigator.setAppBadge?.(waiting).catch(() => undefined);
  }, [waiting, inbox, frame.product]);
  return (
    <InboxContext value={content}>
      <div className={conversationId === undefined ? 'inbox' : 'inbox inbox-open'}>
        <section className="inbox-lists" aria-label={inbox.lists}>
          <PageTitle>{inbox.title}</PageTitle>
          <Stopped />
          <InboxList />
        </section>
        {conversationId === undefined ? (
          <div className="inbox-none">
            <Empty>{inbox.choose}</Empty>
          </div>
        ) : (
          <Conversation key={conversationId} conversationId={conversationId} onDone={setDone} />
        )}
      </div>
      <Toast done={done} onClose={() => setDone(null)} />
    </InboxContext>
  );
}

/** Says since when nothing has come; what is shown stays. */
function Stopped() {
  const { inbox } = useTexts();
  const { clock } = useTimes();
  const { stopped } = useInbox().state;
  return (
    <div role="status">
      {stopped && <p className="inbox-stopped">{inbox.stopped(clock(stopped.sinceMs))}</p>}
    </div>
  );
}
