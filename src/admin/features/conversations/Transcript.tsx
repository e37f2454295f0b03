import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TranscriptMessage } from '../../../contract/admin/conversations.ts';
import { useTimes } from '../../components/use-times.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { MoreOf } from '../../components/MoreOf.tsx';
import { AttachmentLine } from './AttachmentLine.tsx';
import { CardLines } from './CardLines.tsx';
import { transcriptQuery } from './queries.ts';
import { SaidText } from './SaidText.tsx';
import { Tick } from './Tick.tsx';
import { Why } from './Why.tsx';

/** What was said, the oldest first, with what became of each reply and why it was said. */
export function Transcript({
  conversationId,
  onNewer,
}: {
  readonly conversationId: string;
  readonly onNewer: () => Promise<unknown>;
}) {
  const { t } = useTranslation('conversations');
  const [asked, setAsked] = useState<string | null>(null);
  const list = useInfiniteQuery(transcriptQuery(conversationId));
  const items = list.data ?? [];
  return (
    <Stack>
      <Loaded query={list} what={t('transcript')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>{t('noMessages')}</EmptyState>
          ) : (
            <ol className="transcript">
              {items.map((message) => (
                <li key={message.id} data-author={message.author}>
                  <Message message={message} onAsk={() => setAsked(message.id)} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
      <MoreOf list={list} />
      {list.data && !list.hasNextPage && (
        <Group>
          <Button variant="default" onClick={() => void Promise.all([list.refetch(), onNewer()])}>
            {t('newer')}
          </Button>
        </Group>
      )}
      {asked !== null && (
        <Why conversationId={conversationId} messageId={asked} onClose={() => setAsked(null)} />
      )}
    </Stack>
  );
}

function Message({ message, onAsk }: { readonly message: TranscriptMessage; readonly onAsk: () => void }) {
  const { t } = useTranslation('conversations');
  const { moment } = useTimes();
  const { author, choices, attachments, cards, timestamp, delivery } = message;
  return (
    <>
      <div className="entry">
        <strong>{t(`authors.${author}`)}</strong>
        <time dateTime={timestamp} className="quiet">
          {moment(timestamp)}
        </time>
        <button type="button" className="text-button" onClick={onAsk}>
          {t('why')}
        </button>
      </div>
      <SaidText message={message} updates={message.updates} />
      <CardLines cards={cards} />
      {choices && choices.length > 0 && (
        <p className="said quiet">
          {t('choices')} <bdi>{choices.map(({ label }) => label).join(' · ')}</bdi>
        </p>
      )}
      {attachments?.map((attachment, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a message carries never changes its order.
        <AttachmentLine key={n} attachment={attachment} />
      ))}
      {delivery !== undefined && (
        <p className="said">
          <Tick tick={delivery} />
        </p>
      )}
    </>
  );
}
