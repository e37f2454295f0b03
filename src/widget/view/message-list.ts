import type { ChatView } from '../chat-state.ts';
import type { Language } from '../pick-language.ts';
import type { Entry } from '../transcript.ts';
import { type BubbleActions, bubble } from './bubble.ts';
import { h, setText } from './dom.ts';

export interface MessageListOptions extends BubbleActions {
  readonly language: Language;
  choose(text: string): void;
}

export interface MessageList {
  readonly element: HTMLElement;
  greet(text: string | undefined): void;
  update(view: ChatView): void;
  scrollToEnd(): void;
}

const quietMs = 60_000;
/** Closer to the end than this, the reader follows what comes. */
const nearEndPx = 80;

/** The transcript: only what has changed is touched, so that screen readers read each message once. */
export function messageList(options: MessageListOptions): MessageList {
  const { language } = options;
  const { texts } = language;
  const shown = new Map<string, { readonly print: string; readonly element: HTMLElement }>();
  const list = h('div', { role: 'log', 'aria-live': 'polite', 'aria-label': texts.transcript });
  const choices = h('div', { class: 'choices', role: 'group', 'aria-label': texts.suggestions });
  const dots = h('div', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
  const typing = h('div', { class: 'typing', role: 'status' }, h('span', { class: 'unseen' }));
  const element = h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': texts.transcript },
    list,
    choices,
    typing,
  );
  const greeting = h('p', { class: 'greeting', dir: 'auto' });
  element.prepend(greeting);
  let offered = '';

  function updateMessages(entries: readonly Entry[]): void {
    const gone = new Set(shown.keys());
    let previous: HTMLElement | null = null;
    for (const [n, entry] of entries.entries()) {
      const next = entries[n + 1];
      const place = {
        first: entries[n - 1]?.author !== entry.author,
        last: next?.author !== entry.author,
        timed: !next || Date.parse(next.timestamp) - Date.parse(entry.timestamp) > quietMs,
      };
      const print = JSON.stringify([entry, place]);
      const known = shown.get(entry.key);
      gone.delete(entry.key);
      const current: HTMLElement =
        known?.print === print ? known.element : bubble(entry, place, language, options);
      if (known && known.element !== current) known.element.replaceWith(current);
      const after: Element | null = previous ? previous.nextElementSibling : list.firstElementChild;
      if (after !== current) list.insertBefore(current, after);
      shown.set(entry.key, { print, element: current });
      previous = current;
    }
    for (const key of gone) {
      shown.get(key)?.element.remove();
      shown.delete(key);
    }
  }

  function updateChoices({ entries, status }: ChatView): void {
    const last = entries.at(-1);
    const open = last?.author === 'bot' && status !== 'completed' ? last.choices : [];
    const print = JSON.stringify([last?.key, open]);
    if (print === offered) return;
    offered = print;
    choices.replaceChildren(
      ...open.map(({ label, value }) => {
        const button = h('button', { type: 'button', dir: 'auto' }, label);
        const isUnique = open.filter((other) => other.label === label).length === 1;
        button.addEventListener('click', () => options.choose(isUnique ? label : value));
        return button;
      }),
    );
  }

  const scrollToEnd = () => {
    element.scrollTop = element.scrollHeight;
  };
  const stayAtEnd = keepAtEnd(element, scrollToEnd);

  return {
    element,
    scrollToEnd,
    greet: (text) => setText(greeting, text ?? ''),
    update(view) {
      updateMessages(view.entries);
      updateChoices(view);
      const words = typing.firstElementChild;
      if (words) setText(words, view.typing ? texts.typing : '');
      if (view.typing && !dots.isConnected) typing.append(dots);
      if (!view.typing) dots.remove();
      stayAtEnd(view.entries.at(-1));
    },
  };
}

/** Follows what comes while the reader is at the end, and whenever the reader writes. */
function keepAtEnd(element: HTMLElement, scrollToEnd: () => void): (last: Entry | undefined) => void {
  let isAtEnd = true;
  let lastKey: string | undefined;
  element.addEventListener('scroll', () => {
    isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx;
  });
  // A notice, or a longer field to write in, takes some of the height.
  new ResizeObserver(() => {
    if (isAtEnd) scrollToEnd();
  }).observe(element);
  return (last) => {
    const hasWritten = last?.author === 'user' && last.key !== lastKey;
    lastKey = last?.key;
    if (isAtEnd || hasWritten) scrollToEnd();
  };
}
