import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { splitLinks } from '../../../contract/rich/links.ts';
import type { ChatMessage, Place, ShownChoice, Tick } from './protocol.ts';
import { edit, say } from './use-simulator.ts';

/** Actions on the messages of a chat. */
interface MessageActions {
  /** Whether the chat app's users can edit and delete sent messages. */
  readonly canChange: boolean;
  readonly openList: (title: string, rows: readonly ShownChoice[], replyTo: string) => void;
}

interface TranscriptProps extends MessageActions {
  readonly messages: readonly ChatMessage[];
}

const nearEndPx = 80;

/** The messages of one chat, in order; the end stays in sight unless a person has scrolled away from it. */
export function Transcript({ messages, ...actions }: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNearEnd = useRef(true);
  const last = messages.at(-1);
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight });
  // Each change may push the end down.
  useLayoutEffect(() => {
    if (isNearEnd.current) toEnd();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one's own last message is shown when it arrives or changes
  useLayoutEffect(() => {
    if (last?.author === 'user') toEnd();
  }, [last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box stays the same
  useEffect(() => {
    const observer = new ResizeObserver(toEnd);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      className="transcript"
      ref={box}
      role="log"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isNearEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
    >
      {messages.length === 0 && <p className="empty">Say hello to begin.</p>}
      {messages.map((message) => (
        <Message key={message.id} message={message} {...actions} />
      ))}
    </div>
  );
}

interface MessageProps extends MessageActions {
  readonly message: ChatMessage;
}

/** Signs that every machine has a font for. */
const signs: Readonly<Record<string, string>> = {
  image: '▣',
  audio: '♪',
  video: '▶',
  document: '▤',
  file: '▤',
  sticker: '★',
};
const heart = '❤';

/** A message as a bubble with its ticks, and what can be picked below. */
function Message({ message, canChange, openList }: MessageProps) {
  const { author, content, reaction, changed, tick, reason } = message;
  const isOwn = author === 'user';
  return (
    <div className={`message ${author}`}>
      <div className="bubble">
        <VisuallyHidden>{isOwn ? 'You: ' : 'Business: '}</VisuallyHidden>
        {content.files?.map((file) => (
          <Media key={`${file.type} ${file.url} ${file.caption}`} {...file} />
        ))}
        {content.places?.map((place) => (
          <Tile key={nameOf(place)} sign="⌖" words={nameOf(place)} />
        ))}
        {content.contacts?.map((name) => (
          <Tile key={name} sign="☺" words={name} />
        ))}
        {content.text !== undefined && <div className="words">{formatted(content.text)}</div>}
        {content.note !== undefined && <div className="note">{content.note}</div>}
        {changed !== undefined && <div className="changed">{changed}</div>}
        <Meta {...message} />
        {tick === 'failed' && <div className="reason">{reason ?? 'failed'}</div>}
        {reaction !== undefined || (!isOwn && tick !== 'failed') ? <Reaction message={message} /> : null}
        {isOwn && changed !== 'deleted' && canChange && <Own message={message} />}
      </div>
      <Choices message={message} openList={openList} />
    </div>
  );
}

const wordsOf = ({ content }: ChatMessage) => content.text ?? 'message';

/** The user's reaction, to be removed, or the button for one. */
function Reaction({ message }: { readonly message: ChatMessage }) {
  const { id, reaction } = message;
  const react = (emoji: string) => void say({ type: 'reaction', messageId: id, emoji });
  return reaction === undefined ? (
    <button
      type="button"
      className="react"
      aria-label={`React with a heart: ${wordsOf(message)}`}
      onClick={() => react(heart)}
    >
      {heart}
    </button>
  ) : (
    <button
      type="button"
      className="emoji"
      aria-label={`Remove the reaction ${reaction}`}
      onClick={() => react('')}
    >
      {reaction}
    </button>
  );
}

/** Actions on one's own message. */
function Own({ message }: { readonly message: ChatMessage }) {
  const words = wordsOf(message);
  return (
    <div className="own">
      {message.content.text !== undefined && (
        <button type="button" aria-label={`Edit: ${words}`} onClick={() => edit(message)}>
          ✎
        </button>
      )}
      <button
        type="button"
        aria-label={`Delete: ${words}`}
        onClick={() => say({ type: 'delete', messageId: message.id })}
      >
        ✕
      </button>
    </div>
  );
}

const ticks: Readonly<Record<Tick, string>> = {
  waiting: '○',
  sent: '✓',
  delivered: '✓✓',
  read: '✓✓',
  failed: '!',
};

function Meta({ atMs, tick }: Pick<ChatMessage, 'atMs' | 'tick'>) {
  return (
    <div className="meta">
      {new Date(atMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
      <span className={`tick ${tick}`} title={tick} aria-hidden="true">
        {ticks[tick]}
      </span>
      <VisuallyHidden>{tick}</VisuallyHidden>
    </div>
  );
}

function Choices({ message, openList }: Omit<MessageProps, 'canChange'>) {
  const { id: replyTo, content } = message;
  const { buttons = [], links = [], list, text = '' } = content;
  return (
    <>
      {buttons.map(({ id, title }) => (
        <Button key={id} variant="default" onClick={() => say({ type: 'button', id, title, replyTo })}>
          {title}
        </Button>
      ))}
      {links.map(({ title, url }) => (
        <Button
          key={url}
          variant="default"
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {`↗ ${title}`}
        </Button>
      ))}
      {list && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => openList(text, list.rows, replyTo)}>
          {`☰ ${list.button}`}
        </Button>
      )}
    </>
  );
}

const marks = { '*': 'b', _: 'i', '~': 's', '`': 'code' } as const;

/** Formatted text has no space at either end, and no letter directly outside of the marks. */
const marked = /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/u;

/** A text as WhatsApp shows it: `*bold*`, `_italic_`, `~struck~`, `` `code` ``, and links. */
function formatted(text: string): ReactNode {
  const found = marked.exec(text);
  if (!found) return splitLinks(text).map((part) => (typeof part === 'string' ? part : link(part)));
  const [whole, mark = '*', inner = ''] = found;
  const Mark = marks[mark as keyof typeof marks];
  return (
    <>
      {formatted(text.slice(0, found.index))}
      <Mark>{mark === '`' ? inner : formatted(inner)}</Mark>
      {formatted(text.slice(found.index + whole.length))}
    </>
  );
}

const link = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <Anchor key={href} href={href} target="_blank" rel="noopener noreferrer" underline="always">
    {text}
  </Anchor>
);

interface MediaProps {
  readonly type: string;
  readonly url?: string;
  readonly caption?: string;
}

function Media({ type, url, caption }: MediaProps) {
  if (url === undefined || (type !== 'image' && type !== 'sticker'))
    return <Tile sign={signs[type] ?? '▤'} words={caption ?? type} />;
  return (
    <div className="media">
      <img src={url} alt={caption ?? type} />
      {caption}
    </div>
  );
}

const nameOf = ({ latitude, longitude, name }: Place) => name ?? `${latitude}, ${longitude}`;

function Tile({ sign, words }: { readonly sign: string; readonly words: string }) {
  return (
    <div className="media">
      <span className="sign" aria-hidden="true">
        {sign}
      </span>
      <span>{words}</span>
    </div>
  );
}
