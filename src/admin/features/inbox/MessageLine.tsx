import { useTranslation } from 'react-i18next';
import type { TranscriptMessage } from '../../../contract/admin/conversations.ts';
import type { LogMessage } from '../../../contract/poll.ts';
import type { MessageUpdate } from '../../../contract/queue-records.ts';
import { useTimes } from '../../components/use-times.ts';
import { AttachmentLine } from '../conversations/AttachmentLine.tsx';
import { CardLines } from '../conversations/CardLines.tsx';
import { SaidText } from '../conversations/SaidText.tsx';
import { Tick } from '../conversations/Tick.tsx';

/** A message as it stands in the log, with its files, and what became of it on its way. */
export function MessageLine({
  message,
  updates,
  tick,
}: {
  readonly message: LogMessage;
  /** What the visitor has done to it later. */
  readonly updates: readonly MessageUpdate[];
  readonly tick: TranscriptMessage['delivery'];
}) {
  const { author, agent, choices, attachments = [], cards, timestamp } = message;
  const { t } = useTranslation('conversations');
  const { clock } = useTimes();
  return (
    <li className="inbox-line" data-author={author}>
      <span className="inbox-line-top quiet">
        <bdi>{agent?.name ?? t(`authors.${author}`)}</bdi>{' '}
        <time dateTime={timestamp}>{clock(timestamp)}</time>
      </span>
      <SaidText message={message} updates={updates} />
      <CardLines cards={cards} />
      {attachments.map((attachment, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a message carries never changes its order.
        <AttachmentLine key={n} attachment={attachment} />
      ))}
      {choices && choices.length > 0 && (
        <p className="quiet said">
          <bdi>{choices.map(({ label }) => label).join(' · ')}</bdi>
        </p>
      )}
      {tick !== undefined && <Tick tick={tick} />}
    </li>
  );
}
