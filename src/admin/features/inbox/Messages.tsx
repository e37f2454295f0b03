import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import type { MessageUpdate, ReadMessage } from '../../../contract/queue-records.ts';
import type { SideEntry, TalkState } from './live/talk.ts';
import { MessageLine } from './MessageLine.tsx';
import { PendingMessage } from './PendingMessage.tsx';
import { SideLine } from './SideLine.tsx';
import { useNames } from './use-names.ts';
import type { OutboxView } from './use-outbox.ts';
import { type Ticks, useTicks } from './use-ticks.ts';

/** So many of the bot's messages are left open before what was said to humans. */
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
