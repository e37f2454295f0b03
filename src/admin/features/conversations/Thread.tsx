import { Group } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TranscriptMessage, TranscriptPage } from '../../../contract/admin/conversations.ts';
import type { LogMessage } from '../../../contract/poll.ts';
import type { MessageUpdate } from '../../../contract/queue-records.ts';
import type { Card } from '../../../contract/vocabulary.ts';
import { ratingOf } from '../../../widget/rating/rating-texts.ts';
import { useTimes } from '../../components/RelativeTime.tsx';
import { useLanguage } from '../../locales/use-language.ts';
import { AttachmentLine, isPicture, Lightbox } from './AttachmentLine.tsx';
import { RichText } from './RichText.tsx';
import './thread.css';

export type SideEntry = NonNullable<TranscriptPage['side']>[number];

interface Props {
  /** In the order of the log. */
  readonly messages: readonly TranscriptMessage[];
  /** Notes and events. */
  readonly side: readonly SideEntry[];
  /** The visitor's name, if they have one. */
  readonly visitor?: string | null | undefined;
  /** Messages of bot and visitor before this one are collapsed. */
  readonly foldBefore?: string | undefined;
  readonly onTrace?: ((messageId: string) => void) | undefined;
  /** Further lines at the end. */
  readonly children?: ReactNode;
}

/** The number of messages shown before the handoff. */
const leftOpen = 3;

/** Messages, notes and events of a conversation in one order: the visitor at the left, bot and agents at the right. */
export function Thread({ messages, side, visitor, foldBefore = '', onTrace, children }: Props) {
  const { t } = useTranslation(['conversations', 'inbox']);
  const end = messages.findIndex(({ author, timestamp }) => author === 'agent' || timestamp >= foldBefore);
  const count = Math.max(0, (end === -1 ? messages.length : end) - leftOpen);
  const folded = foldBefore === '' || count < 2 ? 0 : count;
  const [picture, setPicture] = useState<string | null>(null);
  const pictures = messages.flatMap(({ attachments = [] }) => attachments.filter(isPicture));
  const updates = side.flatMap(({ update }) => update ?? []);
  const shared = { updates, onTrace, visitor, onPicture: setPicture };
  const lines = inOrder(messages, side);
  const rest = lines.indexOf(messages[folded] as TranscriptMessage);
  return (
    <>
      {folded > 0 && (
        <details className="details">
          <summary>{t('inbox:withBot', { count: folded })}</summary>
          <Lines {...shared} lines={lines.slice(0, rest)} />
        </details>
      )}
      <Lines {...shared} lines={folded > 0 ? lines.slice(rest) : lines}>
        {children}
      </Lines>
      {picture !== null && (
        <Lightbox pictures={pictures} fileId={picture} onShow={setPicture} onClose={() => setPicture(null)} />
      )}
    </>
  );
}

type Line = TranscriptMessage | SideEntry;

const isSide = (line: Line): line is SideEntry => 'by' in line;
const timeOf = (line: Line) => (isSide(line) ? line.at : line.timestamp);

/** Messages in log order, whatever their senders' clocks said, with events inserted by time. */
function inOrder(messages: readonly TranscriptMessage[], side: readonly SideEntry[]): readonly Line[] {
  const rest = [...side];
  const lines: Line[] = [];
  for (const message of messages) {
    while (rest[0] && rest[0].at <= message.timestamp) lines.push(...rest.splice(0, 1));
    lines.push(message);
  }
  return [...lines, ...rest];
}

interface LinesProps extends Pick<Props, 'visitor' | 'onTrace' | 'children'> {
  readonly lines: readonly Line[];
  readonly updates: readonly MessageUpdate[];
  readonly onPicture: (fileId: string) => void;
}

function Lines({ lines, updates, children, ...shared }: LinesProps) {
  const { day } = useTimes();
  const days = lines.map((line) => day(timeOf(line)));
  return (
    <ol className="thread">
      {lines.map((line, n) => (
        <Fragment key={line.id}>
          {days[n] !== days[n - 1] && <li className="thread-event thread-day quiet">{days[n]}</li>}
          {isSide(line) ? (
            <SideLine entry={line} />
          ) : (
            <MessageLine
              message={line}
              before={lines[n - 1]}
              updates={updatesOf(line, updates)}
              isContinued={days[n] === days[n - 1] && continues(lines[n - 1], line)}
              {...shared}
            />
          )}
        </Fragment>
      ))}
      {children}
    </ol>
  );
}

const groupMs = 5 * 60_000;

/** Whether a message has the same sender as the one before. */
function continues(before: Line | undefined, { author, agent, timestamp }: TranscriptMessage): boolean {
  if (!before || isSide(before)) return false;
  const isSame = before.author === author && before.agent?.name === agent?.name;
  return isSame && Date.parse(timestamp) - Date.parse(before.timestamp) < groupMs;
}

/** A message's updates: those loaded with it, and those received since. */
function updatesOf({ id, updates = [] }: TranscriptMessage, noted: readonly MessageUpdate[]) {
  const all = [...updates, ...noted.filter(({ messageId }) => messageId === id)];
  const once = [...new Map(all.map((update) => [update.id, update])).values()];
  return once.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

interface MessageProps extends Pick<Props, 'visitor' | 'onTrace'>, Pick<LinesProps, 'onPicture'> {
  readonly message: TranscriptMessage;
  readonly before: Line | undefined;
  readonly updates: readonly MessageUpdate[];
  readonly isContinued: boolean;
}

/** A logged message with its files and its delivery status. */
function MessageLine({ message, before, updates, isContinued, visitor, ...on }: MessageProps) {
  const { id, author, agent, choices = [], attachments = [], cards, timestamp, delivery } = message;
  const { t } = useTranslation('conversations');
  const { clock, moment } = useTimes();
  return (
    <li
      className="thread-line"
      data-author={author}
      data-continued={isContinued || undefined}
      title={moment(timestamp)}
    >
      <span className={isContinued ? 'only-read' : 'thread-line-top quiet'}>
        <bdi>{(author === 'user' && visitor) || (agent?.name ?? t(`authors.${author}`))}</bdi>{' '}
        <time dateTime={timestamp}>{clock(timestamp)}</time>
      </span>
      <MessageText {...{ message, before, updates }} />
      <CardLines cards={cards} />
      {attachments.map((attachment, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a message carries never changes its order.
        <AttachmentLine key={n} attachment={attachment} onPicture={on.onPicture} />
      ))}
      {choices.length > 0 && (
        <Group component="p" gap={4} mt={6} mb={2} className="thread-choices">
          {choices.map(({ value, label }) => (
            <span key={value}>
              <bdi>{label}</bdi>
            </span>
          ))}
        </Group>
      )}
      {delivery !== undefined && <Tick tick={delivery} />}
      {on.onTrace && (
        <button type="button" className="text-button thread-trace" onClick={() => on.onTrace?.(id)}>
          {t('why')}
        </button>
      )}
    </li>
  );
}

/** A message's text, and its original if the visitor changed it. */
function MessageText({
  message: { author, text: sent, markdown = sent },
  before,
  updates,
}: Pick<MessageProps, 'message' | 'before' | 'updates'>) {
  const language = useLanguage();
  const rating = author === 'user' && before && !isSide(before) ? ratingOf(sent, before, language) : sent;
  const text = rating === sent ? sent : `${rating} (${sent})`;
  const { t } = useTranslation('conversations');
  const edits = updates.flatMap((update) => (update.kind === 'edited' ? [update.text ?? ''] : []));
  const isDeleted = updates.some(({ kind }) => kind === 'deleted');
  const reaction = updates.findLast(({ kind }) => kind === 'reaction')?.emoji;
  const texts = [author === 'user' ? text : markdown, ...edits];
  return (
    <>
      {texts.map((each, n) => {
        const isOld = isDeleted || n < texts.length - 1;
        // biome-ignore lint/suspicious/noArrayIndexKey: what a message has said never changes its order.
        return each === '' ? null : <MessageBody key={n} author={author} text={each} isOld={isOld} />;
      })}
      {(edits.length > 0 || isDeleted) && (
        <p className="quiet said">{isDeleted ? t('updates.deleted') : t('updates.edited')}</p>
      )}
      {reaction !== undefined && (
        <p className="said">
          <span
            role="img"
            aria-label={t('updates.lines.reaction', { emoji: reaction })}
            title={t('updates.lines.reaction', { emoji: reaction })}
          >
            {reaction}
          </span>
        </p>
      )}
    </>
  );
}

interface MessageTextProps {
  readonly author: LogMessage['author'];
  readonly text: string;
  readonly isOld: boolean;
}

function MessageBody({ author, text, isOld }: MessageTextProps) {
  const body =
    author === 'user' ? (
      <p className="said" dir="auto">
        {text}
      </p>
    ) : (
      <RichText text={text} />
    );
  return isOld ? <del>{body}</del> : body;
}

/** A message's delivery status: sent, delivered, read, or the error; null while it waits. */
function Tick({ tick }: { readonly tick: NonNullable<TranscriptMessage['delivery']> | null }) {
  const { t } = useTranslation('conversations');
  if (tick === null) return <span className="quiet hint">{t('delivery.ticks.waiting')}</span>;
  const { state, reason } = tick;
  return (
    <span className={state === 'failed' ? 'bad hint' : 'quiet hint'}>
      {t(`delivery.ticks.${state as 'sent'}`, { defaultValue: state })}{' '}
      {reason !== undefined && <Reason reason={reason} />}
    </span>
  );
}

/** Why a reply is not delivered; the provider's own code where there is no text. */
export function Reason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('conversations');
  return t(`delivery.reasons.${reason as 'expired'}`, { defaultValue: '' }) || <bdi lang="en">{reason}</bdi>;
}

/** An internal note, a handoff event, one with a note, or what the visitor has done to a message. */
function SideLine({ entry }: { readonly entry: SideEntry }) {
  const { t } = useTranslation(['conversations', 'inbox']);
  const { clock } = useTimes();
  const { event, update, triage, by, to = '', text, at } = entry;
  if (triage) return <TriageLine change={triage} by={by?.name ?? null} at={at} />;
  if (!event && !update) return <Note entry={entry} />;
  const isBack = update?.kind === 'reaction' && !update.emoji;
  // Its queue has assigned it.
  const what = event === 'assigned' && by === null ? 'automatic' : event;
  const happened = what
    ? t(`inbox:happened.${what}`, { who: by?.name ?? '', to })
    : update && t(`updates.lines.${isBack ? 'reactionRemoved' : update.kind}`, { emoji: update.emoji });
  return (
    <>
      <li className="thread-event quiet">
        <bdi>{happened}</bdi> · <time dateTime={at}>{clock(at)}</time>
      </li>
      {!update && text !== '' && <Note entry={entry} />}
    </>
  );
}

interface TriageProps {
  readonly change: NonNullable<SideEntry['triage']>;
  /** Null: the schedule, or the visitor's message. */
  readonly by: string | null;
  readonly at: string;
}

/** Changes of labels, priority or snooze, each in words. */
function TriageLine({ change: { added, removed, priority, snoozedUntil }, by, at }: TriageProps) {
  const { t } = useTranslation('inbox');
  const { clock, moment } = useTimes();
  const who = by ?? '';
  const namesOf = (labels: readonly { readonly name: string }[]) => labels.map(({ name }) => name).join(', ');
  const lines = [
    added && t('triage.did.added', { who, names: namesOf(added), count: added.length }),
    removed && t('triage.did.removed', { who, names: namesOf(removed), count: removed.length }),
    priority && t(`triage.did.priority.${priority}`, { who }),
    snoozedUntil && t('triage.did.snoozed', { who, time: moment(snoozedUntil) }),
    snoozedUntil === null && (by === null ? t('triage.did.back') : t('triage.did.unsnoozed', { who })),
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => (
    <li key={line} className="thread-event quiet">
      <bdi>{line}</bdi> · <time dateTime={at}>{clock(at)}</time>
    </li>
  ));
}

/** An internal note: never shown to the visitor. */
export function Note({ entry: { by, text, at } }: { readonly entry: SideEntry }) {
  const { t } = useTranslation(['conversations', 'inbox']);
  const { clock, moment } = useTimes();
  return (
    <li className="thread-note" title={moment(at)}>
      <span className="thread-line-top">
        <strong>{t('inbox:note')}</strong> · <bdi>{by?.name}</bdi> <time dateTime={at}>{clock(at)}</time>
      </span>
      <p className="said" dir="auto">
        {text}
      </p>
    </li>
  );
}

/** The cards of a message as lines: pictures of other origins are none of the console's to show. */
function CardLines({ cards }: { readonly cards: readonly Card[] | undefined }) {
  if (!cards || cards.length === 0) return null;
  return (
    <ul className="card-lines">
      {cards.map(({ title, text, markdown = text, image, imageText, buttons = [] }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said never changes its order.
        <li key={n}>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          {markdown !== undefined && <RichText text={markdown} />}
          <p className="said quiet">
            {image !== undefined && (
              <a href={image} target="_blank" rel="noopener noreferrer" className="page-link">
                {imageText ?? title} ↗
              </a>
            )}
            {buttons.map(({ label, url }) =>
              url === undefined ? (
                <span key={label} className="card-button">
                  <bdi>{label}</bdi>
                </span>
              ) : (
                <a
                  key={label}
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="card-button page-link"
                >
                  <bdi>{label}</bdi>
                </a>
              ),
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
