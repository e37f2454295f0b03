import { copyText } from '../app/copy-text.ts';
import { useInboxTexts } from '../texts/inbox-texts.ts';
import { useTexts } from '../texts/texts.ts';
import type { Pending } from './live/outbox.ts';
import type { OutboxView } from './use-outbox.ts';

/** A message on its way: shown at once; one that has failed stays, with what can be done about it. */
export function PendingMessage({
  pending: { key, text, hasFailed },
  outbox: { outbox, error },
}: {
  readonly pending: Pending;
  readonly outbox: OutboxView;
}) {
  const { states } = useTexts();
  const inbox = useInboxTexts();
  return (
    <li className="inbox-line" data-author="agent" data-pending={hasFailed ? 'failed' : 'sending'}>
      <p className="said" dir="auto">
        {text}
      </p>
      {hasFailed ? (
        <span className="inbox-failed">
          <span className="bad" role="alert">
            {inbox.notSent}{' '}
            {error && (error.failure === 'refused' ? '' : causeOf(states.causes, error.failure))}
          </span>
          <button type="button" className="text-button" onClick={() => outbox.retry(key)}>
            {inbox.retry}
          </button>
          <button type="button" className="text-button" onClick={() => void copyText(text)}>
            {inbox.copyText}
          </button>
          <button type="button" className="text-button" onClick={() => outbox.discard(key)}>
            {inbox.discard}
          </button>
        </span>
      ) : (
        <span className="quiet">{inbox.sending}</span>
      )}
    </li>
  );
}

function causeOf(causes: Readonly<Record<string, unknown>>, failure: string): string {
  const cause = causes[failure];
  return typeof cause === 'string' ? cause : '';
}
