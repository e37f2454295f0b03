import { Button, Group, Stack, Text } from '@mantine/core';
import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationView } from '../../../contract/admin/conversations.ts';
import type { ApiError } from '../../api/api.ts';
import type { Query } from '../../api/queries.ts';
import { Dialog, DialogEnd } from '../../components/Dialog.tsx';
import { EmptyState, Loaded, MoreOf, ReferenceCode } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { Term } from '../../components/Term.tsx';
import { Heading } from '../inbox/Panes.tsx';
import { handoffQuery } from '../inbox/queries.ts';
import { useNames } from '../inbox/use-names.ts';
import { DetailsPane } from './Details.tsx';
import { conversationQuery, type ReadTrace, traceQuery, transcriptQuery } from './queries.ts';
import { Reason, Thread } from './Thread.tsx';

/** An open conversation: its messages, with the delivery and trace of each reply, and its details. */
export function Transcript({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTranslation(['conversations', 'inbox']);
  const query = useQuery(conversationQuery(conversationId));
  const handoff = useQuery(handoffQuery(conversationId)).data?.body.handoff ?? null;
  const list = useInfiniteQuery(transcriptQuery(conversationId));
  const [asked, setAsked] = useState<string | null>(null);
  const [isDetailed, setDetailed] = useState(false);
  const { visitorOf } = useNames();
  const conversation = query.data?.body;
  const name = conversation
    ? visitorOf({ id: conversation.userId, name: conversation.name })
    : t('one', { id: conversationId });
  return (
    <>
      <section className="inbox-talk" aria-label={t('transcript')}>
        <div className="inbox-head">
          <Heading
            {...{ name, isDetailed }}
            area="conversations"
            channel={conversation?.channel}
            row={handoff}
            onDetails={() => setDetailed(!isDetailed)}
          />
          <Button
            variant="default"
            size="compact-md"
            component={PageLink}
            path={`inbox/${encodeURIComponent(conversationId)}`}
          >
            {t('inbox:openHere')}
          </Button>
        </div>
        <Messages {...{ query, name }} list={list} onTrace={setAsked} />
      </section>
      {conversation && (
        <DetailsPane
          {...{ conversationId, conversation }}
          row={handoff}
          view={handoff}
          side={list.data?.side ?? []}
          isOpen={isDetailed}
        />
      )}
      {asked !== null && (
        <Why conversationId={conversationId} messageId={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface MessagesProps {
  readonly query: Query<ConversationView>;
  readonly name: string;
  readonly list: UseInfiniteQueryResult<Pick<ComponentProps<typeof Thread>, 'messages' | 'side'>, ApiError>;
  readonly onTrace: (messageId: string) => void;
}

function Messages({ query, name, list, onTrace }: MessagesProps) {
  const { t } = useTranslation(['conversations', 'inbox']);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className="inbox-messages" role="log" aria-label={t('inbox:messages')} tabIndex={0}>
      <Loaded query={query} what={name}>
        {({ body }) => (
          <Loaded query={list} what={t('transcript')}>
            {(read) =>
              read.messages.length === 0 ? (
                <EmptyState>{t('noMessages')}</EmptyState>
              ) : (
                <Thread {...read} visitor={body.name} onTrace={onTrace} />
              )
            }
          </Loaded>
        )}
      </Loaded>
      <Group mt="md">
        <MoreOf list={list} />
        {query.data && list.data && !list.hasNextPage && (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => void Promise.all([list.refetch(), query.refetch()])}
          >
            {t('newer')}
          </Button>
        )}
      </Group>
    </div>
  );
}

interface WhyProps {
  readonly conversationId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** The turn that a message belongs to, and what became of its replies. */
function Why({ conversationId, messageId, onClose }: WhyProps) {
  const { t } = useTranslation(['conversations', 'common']);
  const query = useQuery(traceQuery(conversationId, messageId));
  return (
    <Dialog title={t('whyTitle')} onClose={onClose}>
      <Stack>
        <Loaded query={query} what={t('whyTitle')}>
          {({ body: trace }) => <Trace trace={trace} />}
        </Loaded>
        <DialogEnd onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

function Trace({ trace }: { readonly trace: ReadTrace }) {
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
        {notices.length > 0 && (
          <Term name={t('notices')}>
            {notices.map((kind) => t(`effects.${kind as 'handoff'}`, { defaultValue: kind })).join(' · ')}
          </Term>
        )}
      </dl>
      {replies.length > 0 && (
        <div>
          <Text fw={600}>{t('replies')}</Text>
          <ul className="problems">
            {replies.map((reply) => (
              <li key={reply.id}>
                <Progress reply={reply} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <ReferenceCode code={correlationId} />
    </Stack>
  );
}

/** How far a reply has come. */
function Progress({ reply }: { readonly reply: ReadTrace['replies'][number] }) {
  const { t } = useTranslation('conversations');
  const { moment } = useTimes();
  const { state, reason, accountId, tries = 0, nextTryAt, providerMessageId, part, of } = reply;
  return (
    <>
      {state === undefined ? reply.detail : t(`progress.${state}`)}
      {accountId !== undefined && <bdi> {accountId}</bdi>}
      {reason !== undefined && (
        <>
          {': '}
          <Reason reason={reason} />
        </>
      )}
      {tries > 0 && ` · ${t('progress.tries', { count: tries })}`}
      {nextTryAt !== undefined && ` · ${t('progress.next', { time: moment(nextTryAt) })}`}
      {part !== undefined && ` · ${t('progress.part', { part, of })}`}
      {providerMessageId !== undefined && (
        <Text span className="quiet hint">
          {' '}
          <bdi>{providerMessageId}</bdi>
        </Text>
      )}
    </>
  );
}
