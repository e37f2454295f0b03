import type { SimulatedAccount } from '../accounts.ts';
import type { DeskEntry, DeskHandoff } from './page/protocol.ts';
import type { TakenEvent } from './read-center-request.ts';

/** A handoff as the desk keeps it. */
export interface HeardHandoff extends Omit<DeskHandoff, 'account' | 'state' | 'typing' | 'entries'> {
  readonly account: SimulatedAccount;
  reason: string;
  queue: string;
  channel: string;
  visitor: string;
  state: DeskHandoff['state'];
  typing: boolean;
  entries: DeskEntry[];
  /** Of the last thing that its agents have sent. */
  position: number;
}

/** One that nothing is known of yet. */
export function newHandoff(id: string, account: SimulatedAccount): HeardHandoff {
  return {
    ...{ id, account, state: 'open', typing: false, entries: [], position: 0 },
    ...{ reason: '', queue: '', channel: '', visitor: '' },
  };
}

/** Notes what an event tells. */
export function hear(handoff: HeardHandoff, event: TakenEvent): void {
  // Of a moment, or of what was said before: it says nothing of whether the visitor still writes.
  if (event.type !== 'receipt') handoff.typing = event.type === 'typing';
  const note = (text: string) => handoff.entries.push({ id: event.id, author: 'note', text, at: event.at });
  switch (event.type) {
    case 'open': {
      const { reason = '', queue = '', channel = '', user, transcript = [] } = event;
      Object.assign(handoff, { reason, queue, channel, state: 'open' });
      handoff.visitor = user?.firstName ?? user?.id ?? '';
      handoff.entries = transcript.map(({ id, author, text, at }) => ({ id, author, text, at }));
      return;
    }
    case 'message':
      handoff.entries.push({
        id: event.id,
        author: event.author ?? 'user',
        text: event.text ?? '',
        at: event.at,
      });
      return;
    case 'receipt':
      handoff.entries = handoff.entries.map((entry) =>
        entry.id === event.refId && event.state
          ? { ...entry, receipt: event.state, ...(event.reason && { reason: event.reason }) }
          : entry,
      );
      return;
    case 'end':
      handoff.state = 'ended';
      note(`Ended: ${event.outcome ?? ''}${event.by ? `, by ${event.by}` : ''}`);
      return;
    case 'rejected':
      note(`Not taken: ${event.code ?? ''}`);
  }
}
