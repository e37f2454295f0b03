import { button, element } from './elements.ts';
import { formatted } from './formatted.ts';
import type { ChatMessage, Place, ShownChoice, Tick, UserMessage } from './protocol.ts';

/** What a person can do with a message. */
export interface MessageActions {
  say(message: UserMessage): void;
  openList(title: string, rows: readonly ShownChoice[]): void;
}

const ticks: Readonly<Record<Tick, readonly [sign: string, words: string]>> = {
  waiting: ['○', 'waiting'],
  sent: ['✓', 'sent'],
  delivered: ['✓✓', 'delivered'],
  read: ['✓✓', 'read'],
  failed: ['!', 'failed'],
};

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
export function showMessage(message: ChatMessage, actions: MessageActions): HTMLElement {
  const { id, author, content, reaction } = message;
  return element(
    'div',
    { class: `message ${author}`, 'data-id': id },
    element(
      'div',
      { class: 'bubble' },
      element('span', { class: 'unseen' }, author === 'user' ? 'You: ' : 'Business: '),
      ...(content.files ?? []).map(media),
      ...(content.places ?? []).map(place),
      ...(content.contacts ?? []).map((name) => tile('☺', name)),
      content.text !== undefined && element('div', { class: 'words' }, ...formatted(content.text)),
      content.note !== undefined && element('div', { class: 'note' }, content.note),
      meta(message),
      message.tick === 'failed' && element('div', { class: 'reason' }, message.reason ?? 'failed'),
      reaction !== undefined && element('span', { class: 'emoji' }, reaction),
      author === 'business' && message.tick !== 'failed' && reaction === undefined && react(message, actions),
    ),
    choices(message, actions),
  );
}

function meta({ atMs, tick }: ChatMessage): HTMLElement {
  const [sign, words] = ticks[tick];
  const time = new Date(atMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return element(
    'div',
    { class: 'meta' },
    time,
    element('span', { class: `tick ${tick}`, title: words, 'aria-hidden': 'true' }, sign),
    element('span', { class: 'unseen' }, words),
  );
}

function choices({ content }: ChatMessage, { say, openList }: MessageActions): HTMLElement | null {
  const { buttons = [], links = [], list, text = '' } = content;
  if (buttons.length === 0 && links.length === 0 && !list) return null;
  return element(
    'div',
    { class: 'choices' },
    ...buttons.map(({ id, title }) => button(title, () => say({ type: 'button', id, title }))),
    ...links.map(({ title, url }) =>
      element('a', { href: url, target: '_blank', rel: 'noopener noreferrer', class: 'open' }, `↗ ${title}`),
    ),
    list && button(`☰ ${list.button}`, () => openList(text, list.rows), { 'aria-haspopup': 'dialog' }),
  );
}

function react({ id, content }: ChatMessage, { say }: MessageActions): HTMLElement {
  const label = `React with a heart: ${content.text ?? 'message'}`;
  return button(heart, () => say({ type: 'reaction', messageId: id, emoji: heart }), {
    class: 'react',
    'aria-label': label,
  });
}

function media({ type, url, caption }: { type: string; url?: string; caption?: string }): HTMLElement {
  if (url !== undefined && (type === 'image' || type === 'sticker')) {
    return element('div', { class: 'media' }, element('img', { src: url, alt: caption ?? type }), caption);
  }
  return tile(signs[type] ?? '▤', caption ?? type);
}

function place({ latitude, longitude, name }: Place): HTMLElement {
  return tile('⌖', name ?? `${latitude}, ${longitude}`);
}

function tile(sign: string, words: string): HTMLElement {
  const picture = element('span', { class: 'sign', 'aria-hidden': 'true' }, sign);
  return element('div', { class: 'media' }, picture, element('span', {}, words));
}
