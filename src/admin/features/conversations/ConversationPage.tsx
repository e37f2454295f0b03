import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageTrace, TranscriptMessage } from '../../../contract/admin/conversations.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { MoreOf } from '../../components/MoreOf.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { ReferenceCode } from '../../components/ReferenceCode.tsx';
import { useTimes } from '../../components/use-times.ts';
import { AttachmentLine } from './AttachmentLine.tsx';
import { CardLines } from './CardLines.tsx';
import { Facts, Term } from './Facts.tsx';
import { conversationQuery, traceQuery, transcriptQuery } from './queries.ts';
import { SaidText } from './SaidText.tsx';
import { Tick } from './Tick.tsx';

/** A conversation: where it stands, and what was said. */
export function ConversationPage({ conversationId = '' }: { readonly conversationId?: string }) {
  const { t } = useTranslation('conversations');
  const query = useQuery(conversationQuery(conversationId));
  const title = t('one', { id: conversationId });
  return (
    <Stack gap="lg">
      <PageTitle>{title}</PageTitle>
      <Loaded query={query} what={title}>
        {({ body: conversation }) => (
          <Stack gap="lg">
            <Facts conversation={conversation} />
            <Title order={2} size="h4">
              {t('transcript')}
            </Title>
            <Transcript conversationId={conversationId} onNewer={query.refetch} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

/** What was said, the oldest first, with what became of each reply and why it was said. */
function Transcript({
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

/** The turn that a message belongs to, and what became of its replies. */
function Why({
  conversationId,
  messageId,
  onClose,
}: {
  readonly conversationId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['conversations', 'common']);
  const query = useQuery(traceQuery(conversationId, messageId));
  return (
    <Dialog title={t('whyTitle')} onClose={onClose}>
      <Stack>
        <Loaded query={query} what={t('whyTitle')}>
          {({ body: trace }) => <Trace trace={trace} />}
        </Loaded>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Trace({ trace }: { readonly trace: MessageTrace }) {
  const { t } = useTranslation('conversations');
  const { moment } = useTimes();
  const { turnId, correlationId, committedAt, inbound, flow, status, notices, failed, replies } = trace;
  return (
    <Stack>
      {failed !== null && (
        <Text className="bad">{t('givenUp', { reason: failed.reason, count: failed.attempts })}</Text>
      )}
      {inbound === null && <Text>{t('byItself')}</Text>}
      <dl className="terms">
        <Term name={t('after')}>
          {t('position', { flow: flow.id, version: flow.version })} · {flow.stepId}
        </Term>
        <Term name={t('status')}>{t(`statuses.${status}`)}</Term>
        <Term name={t('committed')}>{moment(committedAt)}</Term>
        <Term name={t('turn')}>{turnId}</Term>
        {notices.length > 0 && <Term name={t('notices')}>{notices.join(', ')}</Term>}
      </dl>
      {replies.length > 0 && (
        <div>
          <Text fw={600}>{t('replies')}</Text>
          <ul className="faults" lang="en" dir="ltr">
            {replies.map(({ id, detail }) => (
              <li key={id}>{detail}</li>
            ))}
          </ul>
        </div>
      )}
      <ReferenceCode code={correlationId} />
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
