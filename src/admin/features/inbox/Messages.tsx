import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TranscriptMessage, transcriptPage } from '../../../contract/admin/conversations.ts';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import type { LogMessage } from '../../../contract/poll.ts';
import type { MessageUpdate, ReadMessage } from '../../../contract/queue-records.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { copyText } from '../../components/copy-text.ts';
import { useTimes } from '../../components/use-times.ts';
import { AttachmentLine } from '../conversations/AttachmentLine.tsx';
import { CardLines } from '../conversations/CardLines.tsx';
import { SaidText } from '../conversations/SaidText.tsx';
import { Tick } from '../conversations/Tick.tsx';
import type { Pending } from './live/outbox.ts';
import type { SideEntry, TalkState } from './live/talk.ts';
import { SideLine } from './SideLine.tsx';
import { useNames } from './use-names.ts';
import type { OutboxView } from './use-outbox.ts';

/** The number of bot messages shown before the handoff. */
const leftOpen = 3;
/** A reader who is nearer to the end follows it. */
const nearPx = 80;

/** What was said and written beside it, in one order; what the bot has said before is folded. */
export function Messages({
  said: { messages, side, isTyping },
  row,
  outbox,
  conversationId,
}: {
  readonly conversationId: string;
  readonly said: TalkState;
  readonly row: HandoffRow | null;
  readonly outbox: OutboxView;
}) {
  const { t } = useTranslation('inbox');
  const { visitorOf } = useNames();
  const ticks = useTicks(conversationId, row, messages);
  const since = row?.requestedAt ?? '';
  const before = messages.filter(({ timestamp }) => timestamp < since);
  const folded = before.length > leftOpen + 1 ? before.slice(0, -leftOpen) : [];
  const shown = messages.slice(folded.length);
  const updates = side.flatMap(({ update }) => update ?? []);
  const list = useFollowedEnd(`${messages.length} ${side.length} ${outbox.pending.length} ${isTyping}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div ref={list} className="inbox-messages" role="log" aria-label={t('messages')} tabIndex={0}>
      {folded.length > 0 && (
        <details className="details">
          <summary>{t('withBot', { count: folded.length })}</summary>
          <Lines messages={folded} side={[]} updates={updates} ticks={ticks} />
        </details>
      )}
      <Lines messages={shown} side={side} updates={updates} ticks={ticks}>
        {outbox.pending.map((pending) => (
          <PendingMessage key={pending.key} pending={pending} outbox={outbox} />
        ))}
      </Lines>
      {isTyping && row && (
        <p className="quiet inbox-typing">{t('typing', { name: visitorOf(row.visitor) })}</p>
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
    <li className="inbox-line" data-author="agent" data-pending={hasFailed ? 'failed' : 'sending'}>
      <p className="said" dir="auto">
        {text || files.map(({ name }) => name).join(', ')}
      </p>
      {hasFailed ? (
        <span className="inbox-failed">
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
        </span>
      ) : (
        <span className="quiet">{t('inbox:sending')}</span>
      )}
    </li>
  );
}

/** What the visitor has done to a message: as it was read with it, and as the inbox was told since. */
function updatesOf(message: ReadMessage, told: readonly MessageUpdate[]): readonly MessageUpdate[] {
  const own = [...(message.updates ?? []), ...told.filter(({ messageId }) => messageId === message.id)];
  return [...new Map(own.map((update) => [update.id, update])).values()];
}

function Lines({
  messages,
  side,
  updates,
  ticks,
  children,
}: {
  readonly ticks: Ticks;
  readonly messages: readonly ReadMessage[];
  readonly side: readonly SideEntry[];
  readonly updates: readonly MessageUpdate[];
  readonly children?: ReactNode;
}) {
  const lines = inOrder(messages, side);
  return (
    <ol className="inbox-lines">
      {lines.map((line) => (
        <Fragment key={line.id}>
          {'by' in line ? (
            <SideLine entry={line} />
          ) : (
            <MessageLine message={line} updates={updatesOf(line, updates)} tick={ticks.get(line.id)} />
          )}
        </Fragment>
      ))}
      {children}
    </ol>
  );
}

/** What became of replies, by their ids. */
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

/** A logged message with its files and its delivery status. */
function MessageLine({
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

/** Messages in the order of the log, whatever their writers' clocks said; what happened beside them by its time. */
function inOrder(
  messages: readonly ReadMessage[],
  side: readonly SideEntry[],
): readonly (ReadMessage | SideEntry)[] {
  const rest = [...side];
  const lines: (ReadMessage | SideEntry)[] = [];
  for (const message of messages) {
    while (rest[0] && rest[0].at <= message.timestamp) lines.push(...rest.splice(0, 1));
    lines.push(message);
  }
  return [...lines, ...rest];
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
    element.addEventListener('scroll', look);
    return () => element.removeEventListener('scroll', look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at again whenever something is added.
  useLayoutEffect(() => {
    const element = list.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [grown]);
  return list;
}
