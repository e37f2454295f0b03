import { splitLinks } from '../../../contract/rich/links.ts';
import { button, byId, element } from './elements.ts';
import type { ChatMessage, Place, ShownChoice, Tick, UserMessage } from './protocol.ts';

/** The messages of one chat, in order. */
export interface Transcript {
  /** Shows another chat. */
  open(messages: readonly ChatMessage[]): void;
  /** Shows a message that is new or has changed. */
  put(message: ChatMessage): void;
}

const nearEndPx = 80;

/** Keeps the end in sight while a person has not scrolled away from it. */
export function createTranscript(actions: MessageActions): Transcript {
  const box = byId('transcript', HTMLDivElement);
  // Scrollable content must be reachable by keyboard.
  box.tabIndex = 0;
  const shown = new Map<string, HTMLElement>();
  const toEnd = () => {
    box.scrollTop = box.scrollHeight;
  };
  // Expanded details push the end down.
  new ResizeObserver(toEnd).observe(box);
  const put = (message: ChatMessage) => {
    const isNearEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearEndPx;
    const before = shown.get(message.id);
    const hadFocus = before?.contains(document.activeElement);
    const made = showMessage(message, actions);
    shown.set(message.id, made);
    if (before) before.replaceWith(made);
    else box.append(made);
    // A tick must not take the focus from a choice.
    if (hadFocus) made.querySelector('button')?.focus();
    if (isNearEnd || message.author === 'user') toEnd();
  };
  return {
    open(messages) {
      shown.clear();
      const hint = element('p', { class: 'empty' }, 'Say hello to begin.');
      box.replaceChildren(...(messages.length === 0 ? [hint] : []));
      for (const message of messages) put(message);
      toEnd();
    },
    put(message) {
      box.querySelector('.empty')?.remove();
      put(message);
    },
  };
}

/** Actions on a message. */
interface MessageActions {
  say(message: UserMessage): void;
  openList(title: string, rows: readonly ShownChoice[], replyTo: string): void;
  /** Copies one's own message into the field, to be sent again. */
  edit(message: ChatMessage): void;
  /** Whether the chat app's users can edit and delete sent messages. */
  canChange(message: ChatMessage): boolean;
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
function showMessage(message: ChatMessage, actions: MessageActions): HTMLElement {
  const { id, author, content, reaction, changed } = message;
  const isMine = author === 'user' && changed !== 'deleted' && actions.canChange(message);
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
      changed !== undefined && element('div', { class: 'changed' }, changed),
      meta(message),
      message.tick === 'failed' && element('div', { class: 'reason' }, message.reason ?? 'failed'),
      reaction !== undefined && takeBack(message, reaction, actions),
      author === 'business' && message.tick !== 'failed' && reaction === undefined && react(message, actions),
      isMine && own(message, actions),
    ),
    choices(message, actions),
  );
}

const marks = { '*': 'b', _: 'i', '~': 's', '`': 'code' } as const;
/** Formatted text has no space at either end, and no letter directly outside of the marks. */
const marked = /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/u;

/** A text as WhatsApp shows it: `*bold*`, `_italic_`, `~struck~`, `` `code` ``, and links. */
function formatted(text: string): readonly (HTMLElement | string)[] {
  const found = marked.exec(text);
  if (!found) return splitLinks(text).map((part) => (typeof part === 'string' ? part : link(part)));
  const [whole, mark = '*', inner = ''] = found;
  const name = marks[mark as keyof typeof marks];
  const content = mark === '`' ? [inner] : formatted(inner);
  return [
    ...formatted(text.slice(0, found.index)),
    element(name, {}, ...content),
    ...formatted(text.slice(found.index + whole.length)),
  ];
}

function link({ href, text }: { readonly href: string; readonly text: string }): HTMLElement {
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text);
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

function choices(
  { id: replyTo, content }: ChatMessage,
  { say, openList }: MessageActions,
): HTMLElement | null {
  const { buttons = [], links = [], list, text = '' } = content;
  if (buttons.length === 0 && links.length === 0 && !list) return null;
  return element(
    'div',
    { class: 'choices' },
    ...buttons.map(({ id, title }) => button(title, () => say({ type: 'button', id, title, replyTo }))),
    ...links.map(({ title, url }) =>
      element('a', { href: url, target: '_blank', rel: 'noopener noreferrer', class: 'open' }, `↗ ${title}`),
    ),
    list &&
      button(`☰ ${list.button}`, () => openList(text, list.rows, replyTo), { 'aria-haspopup': 'dialog' }),
  );
}

/** Actions on one's own message. */
function own(message: ChatMessage, { say, edit }: MessageActions): HTMLElement {
  const { id, content } = message;
  const words = content.text ?? 'message';
  return element(
    'div',
    { class: 'own' },
    content.text !== undefined && button('✎', () => edit(message), { 'aria-label': `Edit: ${words}` }),
    button('✕', () => say({ type: 'delete', messageId: id }), { 'aria-label': `Delete: ${words}` }),
  );
}

function takeBack({ id }: ChatMessage, reaction: string, { say }: MessageActions): HTMLElement {
  return button(reaction, () => say({ type: 'reaction', messageId: id, emoji: '' }), {
    class: 'emoji',
    'aria-label': `Remove the reaction ${reaction}`,
  });
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
