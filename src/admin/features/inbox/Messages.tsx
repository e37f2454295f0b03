import { Group, Text } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TranscriptMessage, transcriptPage } from '../../../contract/admin/conversations.ts';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import type { LogMessage } from '../../../contract/poll.ts';
import { copyText } from '../../components/CopyLine.tsx';
import { useConsole, useRole } from '../../components/console-context.ts';
import { Thread } from '../conversations/Thread.tsx';
import type { Pending } from './live/outbox.ts';
import type { ThreadState } from './live/thread-store.ts';
import { useNames } from './use-names.ts';
import type { OutboxView } from './use-outbox.ts';

/** A reader who is nearer to the end follows it. */
const nearPx = 80;

/** Messages and events in one order; earlier bot messages are collapsed. */
export function Messages({
  log: { messages, side, isTyping },
  row,
  outbox,
  conversationId,
  visitor,
}: {
  readonly conversationId: string;
  /** The visitor's name, if they have one. */
  readonly visitor: string | null | undefined;
  readonly log: ThreadState;
  readonly row: HandoffRow | null;
  readonly outbox: OutboxView;
}) {
  const { t } = useTranslation('inbox');
  const { visitorOf } = useNames();
  const ticks = useTicks(conversationId, row, messages);
  const shown =
    ticks.size === 0 ? messages : messages.map((one) => ({ ...one, delivery: ticks.get(one.id) }));
  const list = useFollowedEnd(`${messages.length} ${side.length} ${outbox.pending.length} ${isTyping}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div ref={list} className="inbox-messages" role="log" aria-label={t('messages')} tabIndex={0}>
      <Thread messages={shown} side={side} visitor={visitor} foldBefore={row?.requestedAt}>
        {outbox.pending.map((pending) => (
          <PendingMessage key={pending.key} pending={pending} outbox={outbox} />
        ))}
      </Thread>
      {isTyping && row && (
        <Text className="quiet" mt="sm">
          {t('typing', { name: visitorOf(row.visitor) })}
        </Text>
      )}
    </div>
  );
}

/** A message that is being sent; a failed one stays, with Retry and Discard. */
function PendingMessage({
  pending: { key, text, files = [], hasFailed },
  outbox: { outbox, error },
}: {
  readonly pending: Pending;
  readonly outbox: OutboxView;
}) {
  const { t } = useTranslation(['common', 'inbox']);
  return (
    <li className="thread-line" data-author="agent" data-pending={hasFailed ? 'failed' : 'sending'}>
      <p className="said" dir="auto">
        {text || files.map(({ name }) => name).join(', ')}
      </p>
      {hasFailed ? (
        <Group component="span" gap="4px 12px">
          <span className="bad" role="alert">
            {t('inbox:notSent')}{' '}
            {error &&
              (error.failure === 'refused' || error.failure === 'role' ? '' : t(`causes.${error.failure}`))}
          </span>
          <button type="button" className="text-button" onClick={() => outbox.retry(key)}>
            {t('inbox:retry')}
          </button>
          <button type="button" className="text-button" onClick={() => void copyText(text)}>
            {t('inbox:copyText')}
          </button>
          <button type="button" className="text-button" onClick={() => outbox.discard(key)}>
            {t('inbox:discard')}
          </button>
        </Group>
      ) : (
        <span className="quiet">{t('inbox:sending')}</span>
      )}
    </li>
  );
}

/** The delivery statuses of replies, by ID. */
type Ticks = ReadonlyMap<string, TranscriptMessage['delivery']>;

/** Nothing more becomes of these. */
const ended = ['read', 'failed'];
const looksAfterMs = [1_000, 4_000, 15_000, 60_000];
const lastMessages = 30;

/** Delivery statuses of the last replies on a chat app, polled a few times after each. */
function useTicks(conversationId: string, row: HandoffRow | null, messages: readonly LogMessage[]): Ticks {
  const { call } = useConsole();
  const { may } = useRole();
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const isWanted = row !== null && row.visitor.channel !== 'webchat' && may('conversations:view');
  const last = messages.slice(-lastMessages);
  const pending = last.findIndex(
    ({ id, author }) => author !== 'user' && !ended.includes(ticks.get(id)?.state ?? ''),
  );
  const after = pending > 0 ? last[pending - 1]?.id : null;
  const newest = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew whenever something was said.
  useEffect(() => {
    if (!isWanted || pending === -1) return;
    const look = async () => {
      const { body } = await call(
        'GET',
        '/v1/admin/conversations/{conversationId}/messages',
        transcriptPage,
        { path: { conversationId }, query: { limit: 100, after: after ?? undefined } },
      );
      setTicks(
        (known) => new Map([...known, ...body.items.map(({ id, delivery }) => [id, delivery] as const)]),
      );
    };
    const timers = looksAfterMs.map((ms) => setTimeout(() => void look().catch(() => undefined), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [call, conversationId, isWanted, newest]);
  return ticks;
}

/** Shows the end as it grows, unless the reader has gone back. */
function useFollowedEnd(grown: string) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
    };
    // Inline media has its height only after loading.
    const follow = () => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    };
    const media = ['load', 'loadedmetadata'];
    element.addEventListener('scroll', look);
    for (const event of media) element.addEventListener(event, follow, true);
    return () => {
      element.removeEventListener('scroll', look);
      for (const event of media) element.removeEventListener(event, follow, true);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at again whenever something is added.
  useLayoutEffect(() => {
    const element = list.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [grown]);
  return list;
}
