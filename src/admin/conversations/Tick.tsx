import type { TranscriptMessage } from '../../contract/admin/conversations.ts';
import { useInboxTexts } from '../texts/inbox-texts.ts';
import { FailureReason } from './FailureReason.tsx';

/** How far a message has come at its provider: sent, delivered, read, or why not; null waits to be sent. */
export function Tick({ tick }: { readonly tick: NonNullable<TranscriptMessage['delivery']> | null }) {
  const { ticks } = useInboxTexts().delivery;
  const known: Readonly<Partial<Record<string, string>>> = ticks;
  if (tick === null) return <span className="quiet hint">{ticks.waiting}</span>;
  const { state, reason } = tick;
  return (
    <span className={state === 'failed' ? 'bad hint' : 'quiet hint'}>
      {known[state] ?? state} {reason !== undefined && <FailureReason reason={reason} />}
    </span>
  );
}
