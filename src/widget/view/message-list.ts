import type { Choice } from '../../contract/vocabulary.ts';
import type { WidgetSettings } from '../../contract/widget-settings.ts';
import type { ChatView } from '../chat-state.ts';
import type { Language } from '../language.ts';
import { parts } from '../parts.ts';
import type { Entry } from '../transcript.ts';
import { type BubbleActions, bubble, type Place } from './bubble.ts';
import { h, icon, setText } from './dom.ts';
import { isRich, RichPart } from './rich-part.ts';

export interface MessageListOptions extends BubbleActions {
  readonly language: Language;
  /** The reader has come back to the end. */
  onEnd(): void;
}

const quietMs = 60_000;
/** Closer to the end than this, the reader follows what comes. */
const nearEndPx = 80;

/** The transcript: only what has changed is touched, so that screen readers read each message once. */
export class MessageList {
  readonly element: HTMLElement;
  readonly #scroll: HTMLElement;
  readonly #options: MessageListOptions;
  readonly #greeting = h('p', { class: 'greeting', dir: 'auto' });
  readonly #log: HTMLElement;
  readonly #choices: HTMLElement;
  readonly #typing = h('span', { class: 'unseen' });
  readonly #dots = h('div', { class: 'dots', 'aria-hidden': 'true', hidden: true }, h('i'), h('i'), h('i'));
  readonly #shown = new Map<string, { readonly print: string; readonly element: HTMLElement }>();
  readonly #rich = new RichPart((rich) => {
    const root = this.element.getRootNode();
    if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(rich.richSheet))
      root.adoptedStyleSheets.push(rich.richSheet);
    if (this.#view) this.update(this.#view);
  });
  #view: ChatView | null = null;
  #rating: Promise<void> | undefined;
  #ratingOf: Awaited<ReturnType<typeof parts.rating>>['ratingOf'] | undefined;
  readonly #end: ReturnType<typeof keepAtEnd>;
  readonly #newBelow = h('button', { type: 'button', class: 'below', hidden: true });
  #starters: readonly string[] = [];
  #greetsItself = false;
  #offered = '';

  constructor(options: MessageListOptions) {
    const { transcript, suggestions } = options.language.texts;
    this.#options = options;
    this.#log = h('div', { role: 'log', 'aria-live': 'polite', 'aria-label': transcript });
    this.#choices = h('div', { class: 'choices', role: 'group', 'aria-label': suggestions });
    this.#scroll = h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': transcript },
      this.#greeting,
      this.#log,
      this.#choices,
      h('div', { role: 'status' }, this.#typing, this.#dots),
    );
    this.element = h('div', { class: 'list' }, this.#scroll, this.#newBelow);
    this.#end = keepAtEnd(this.#scroll, () => this.scrollToEnd(), options.onEnd);
    this.#newBelow.addEventListener('click', () => {
      this.scrollToEnd();
      this.focus();
    });
  }

  /** Whether the last message is in view. */
  get isAtEnd(): boolean {
    return this.#end.isThere();
  }

  /** The greeting before the first message; a flow that starts by itself has its own. */
  greet({ greeting, starters = [], start_on_open: starts = false }: WidgetSettings): void {
    setText(this.#greeting, greeting ?? '');
    this.#starters = starters;
    this.#greetsItself = starts;
  }

  focus(): void {
    this.#scroll.focus();
  }

  scrollToEnd(): void {
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }

  update(view: ChatView): void {
    this.#view = view;
    this.#rich.wantedBy(view.entries);
    this.#greeting.hidden = this.#greetsItself && view.entries.length > 0;
    this.#updateMessages(view.entries);
    this.#updateChoices(view);
    setText(this.#typing, view.typing ? this.#options.language.texts.typing : '');
    this.#dots.hidden = !view.typing;
    this.#end.follow(view.entries.at(-1));
    this.#showUnread(view.unread);
  }

  #showUnread(unread: number): void {
    this.#newBelow.hidden = unread === 0 || this.isAtEnd;
    if (!this.#newBelow.hidden)
      this.#newBelow.replaceChildren(icon('below'), this.#options.language.count('unread', unread));
  }

  #updateMessages(entries: readonly Entry[]): void {
    const gone = new Set(this.#shown.keys());
    let previous: HTMLElement | null = null;
    for (const [n, entry] of entries.entries()) {
      gone.delete(entry.key);
      const element = this.#elementOf(
        this.#rated(entry, entries[n - 1]),
        placeOf(entries, n, this.#options.language),
      );
      const after: Element | null = previous ? previous.nextElementSibling : this.#log.firstElementChild;
      if (after !== element) this.#log.insertBefore(element, after);
      previous = element;
    }
    for (const key of gone) {
      this.#shown.get(key)?.element.remove();
      this.#shown.delete(key);
    }
  }

  /** Shows an answer to a face rating by the face's label, once the labels are loaded; without them its number stays. */
  #rated(entry: Entry, asked: Entry | undefined): Entry {
    if (entry.author !== 'user' || asked?.input !== 'csat') return entry;
    this.#rating ??= parts
      .rating()
      .then(({ ratingOf }) => {
        this.#ratingOf = ratingOf;
        if (this.#view) this.update(this.#view);
      })
      .catch(console.warn);
    return { ...entry, text: this.#ratingOf?.(entry.text, asked, this.#options.language.tag) ?? entry.text };
  }

  /** The element that shows it already, or a new one in its place. */
  #elementOf(entry: Entry, place: Place): HTMLElement {
    const { rich } = this.#rich;
    const print = JSON.stringify([entry, place, isRich(entry) && rich !== null]);
    const known = this.#shown.get(entry.key);
    if (known?.print === print) return known.element;
    const element = bubble(entry, place, this.#options.language, this.#options, rich);
    known?.element.replaceWith(element);
    this.#shown.set(entry.key, { print, element });
    return element;
  }

  #updateChoices({ entries, status, typing }: ChatView): void {
    const last = entries.at(-1);
    const starters = last || typing ? [] : this.#starters.map((label) => ({ label, value: label }));
    const open = last?.author === 'bot' && status !== 'completed' ? last.choices : starters;
    const print = JSON.stringify([last, open]);
    if (print === this.#offered) return;
    this.#offered = print;
    const pick = ({ label, value }: Choice) => {
      const isUnique = open.filter((other) => other.label === label).length === 1;
      this.#options.choose(isUnique ? label : value, last?.id);
    };
    this.#choices.className = 'choices';
    this.#choices.replaceChildren(...open.map((choice) => choiceButton(choice, pick)));
    const input = last?.author === 'bot' && status !== 'completed' && last.input;
    if (input === 'csat' || input === 'nps' || input === 'resolved')
      parts
        .rating()
        .then(({ showRating }) => {
          const { language } = this.#options;
          if (print === this.#offered) showRating(this.#choices, { input, choices: open, language, pick });
        })
        .catch(console.warn);
  }
}

function choiceButton(choice: Choice, pick: (choice: Choice) => void): HTMLElement {
  const button = h('button', { type: 'button', dir: 'auto' }, choice.label);
  button.addEventListener('click', () => pick(choice));
  return button;
}

function placeOf(entries: readonly Entry[], n: number, { day }: Language): Place {
  const [previous, entry, next] = [entries[n - 1], entries[n], entries[n + 1]];
  const today = entry ? day(entry.timestamp) : '';
  const before = previous ? day(previous.timestamp) : day(new Date().toISOString());
  const pauseMs = next && entry ? Date.parse(next.timestamp) - Date.parse(entry.timestamp) : Infinity;
  return {
    first: previous?.author !== entry?.author || previous?.agent !== entry?.agent,
    last: next?.author !== entry?.author || next?.agent !== entry?.agent,
    timed: pauseMs > quietMs,
    day: today === before ? '' : today,
  };
}

/** Follows what comes while the reader is at the end, and whenever the reader writes. */
function keepAtEnd(element: HTMLElement, scrollToEnd: () => void, onEnd: () => void) {
  let isAtEnd = true;
  let lastKey: string | undefined;
  element.addEventListener('scroll', () => {
    const wasAtEnd = isAtEnd;
    isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx;
    if (isAtEnd && !wasAtEnd) onEnd();
  });
  // A notice, or a longer field to write in, takes some of the height; pictures and faces add to it when they are loaded.
  const observer = new ResizeObserver(() => {
    if (isAtEnd) scrollToEnd();
  });
  for (const each of [element, ...element.children]) observer.observe(each);
  return {
    isThere: () => isAtEnd,
    follow(last: Entry | undefined) {
      const hasWritten = last?.author === 'user' && last.key !== lastKey;
      lastKey = last?.key;
      if (isAtEnd || hasWritten) scrollToEnd();
    },
  };
}
