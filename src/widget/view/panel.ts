import type { WidgetSettings } from '../../contract/widget-settings.ts';
import type { ChatView } from '../chat-state.ts';
import type { Language } from '../pick-language.ts';
import { composer } from './composer.ts';
import { h, icon, setText } from './dom.ts';
import { messageList } from './message-list.ts';
import { safeHref } from './safe-links.ts';

export interface PanelOptions {
  readonly language: Language;
  readonly draft: string;
  onDraft(text: string): void;
  send(text: string): void;
  retry(itemId: string): void;
  discard(itemId: string): void;
  newConversation(): void;
  close(): void;
}

export interface Panel {
  readonly element: HTMLElement;
  dress(settings: WidgetSettings): void;
  update(view: ChatView): void;
  /** Shows the end and puts the cursor where the visitor goes on. */
  enter(): void;
}

/** The window of the chat. */
export function panel(options: PanelOptions): Panel {
  const { language, close } = options;
  const { texts } = language;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const writing = composer(options);
  const list = messageList({
    ...options,
    choose(text) {
      options.send(text);
      // The button that was pressed is gone; on phones the keyboard should not come up for it.
      if (isTouch) list.element.focus();
      else writing.focus();
    },
  });
  const fresh = iconButton('fresh', texts.newConversation, () => {
    options.newConversation();
    writing.focus();
  });
  const notice = h('p', { class: 'notice', role: 'status' });
  const again = h('button', { type: 'button', class: 'again' }, texts.newConversation);
  again.addEventListener('click', () => {
    options.newConversation();
    writing.focus();
  });
  const picture = h('span', { class: 'avatar', 'aria-hidden': 'true' });
  const name = h('bdi');
  const heading = h('h2', { id: 'title' }, name);
  const header = h('header', {}, picture, heading, fresh, iconButton('close', texts.close, close));
  const element = h(
    'section',
    { class: 'panel', id: 'panel', role: 'dialog', 'aria-labelledby': 'title', hidden: true },
    header,
    list.element,
    notice,
    again,
    writing.element,
  );

  return {
    element,
    dress(settings) {
      const title = settings.title || texts.title;
      setText(name, title);
      picture.replaceChildren(avatar(settings.avatar, title));
      list.greet(settings.greeting);
    },
    enter() {
      list.scrollToEnd();
      if (isTouch || writing.element.hidden) list.element.focus();
      else writing.focus();
    },
    update(view) {
      const isOver = view.status === 'completed';
      list.update(view);
      setText(notice, noticeOf(view, language));
      notice.classList.toggle('alert', view.connection.state !== 'good');
      fresh.hidden = !view.started || isOver;
      again.hidden = !isOver;
      writing.element.hidden = isOver;
    },
  };
}

/** The one thing that the visitor should know now. */
function noticeOf({ connection, status, expired }: ChatView, { texts, count }: Language): string {
  switch (connection.state) {
    case 'unavailable':
      return texts.unavailable;
    case 'lost':
      return navigator.onLine ? texts.reconnecting : texts.offline;
    case 'waiting':
      return count('waiting', Math.max(1, Math.ceil((connection.untilMs - Date.now()) / 1000)));
    case 'good':
      if (expired) return texts.expired;
      return { active: '', handoff: texts.handoff, completed: texts.completed }[status];
  }
}

function iconButton(name: Parameters<typeof icon>[0], label: string, onClick: () => void): HTMLButtonElement {
  const button = h(
    'button',
    { type: 'button', class: 'tool', 'aria-label': label, title: label },
    icon(name),
  );
  button.addEventListener('click', onClick);
  return button;
}

/** The picture, or the title's first letter where there is none. */
function avatar(address: string | undefined, title: string): Node {
  const initial = document.createTextNode([...title][0]?.toUpperCase() ?? '');
  const src = safeHref(address);
  if (!src) return initial;
  const picture = h('img', { src, alt: '', referrerpolicy: 'no-referrer' });
  picture.addEventListener('error', () => picture.replaceWith(initial));
  return picture;
}
