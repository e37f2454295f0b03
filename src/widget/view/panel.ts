import { safeHref } from '../../contract/rich/links.ts';
import type { PublishedWidget } from '../../contract/widget-settings.ts';
import type { ChatView } from '../chat-state.ts';
import type { Earlier } from '../earlier.ts';
import type { UploadFile } from '../files/upload.ts';
import type { Language } from '../language.ts';
import type { MailOffer, OwnRequests } from '../mail/mail.ts';
import type { SentFile } from '../outbox.ts';
import { parts } from '../parts.ts';
import type { Entry } from '../transcript.ts';
import { Composer } from './composer.ts';
import { h, icon, setAttributes, setText } from './dom.ts';
import { MessageList } from './message-list.ts';
import { noticeOf } from './notice.ts';

export interface PanelOptions {
  readonly language: Language;
  readonly draft: string;
  onDraft(text: string): void;
  send(text: string, files?: readonly SentFile[], replyTo?: string): void;
  readonly upload: UploadFile;
  readonly own: OwnRequests;
  retry(itemId: string): void;
  discard(itemId: string): void;
  newConversation(): void;
  /** The conversations that were left. */
  earlier(): readonly Earlier[];
  resume(conversationId: string): void;
  /** Leaves the conversation, and closes the chat. */
  end(): void;
  /** Whether new messages play a sound; sets it when called with a value. */
  sound(isOn?: boolean): boolean;
  /** The reader has come back to the end of the messages. */
  onEnd(): void;
  close(): void;
}

/** The window of the chat. */
export class Panel {
  readonly element: HTMLElement;
  readonly #options: PanelOptions;
  readonly #isTouch = matchMedia('(pointer: coarse)').matches;
  readonly #picture = h('span', { class: 'avatar', 'aria-hidden': 'true' });
  readonly #name = h('bdi');
  readonly #said = h('p', { class: 'said' });
  readonly #notice = h('div', { class: 'notice', role: 'status' }, this.#said);
  readonly #menu: HTMLButtonElement;
  readonly #again: HTMLButtonElement;
  readonly #list: MessageList;
  readonly #composer: Composer;
  /** Covers the conversation: a question, or the list of conversations. */
  #aside: HTMLElement | null = null;
  /** The expected answer of the last message. */
  #input: Entry['input'];
  #view: ChatView | null = null;
  #worn: PublishedWidget = {};
  /** The conversation's handoff state. */
  #handoff: ChatView['handoff'] = null;
  /** Whether the team was or will be shown. */
  #showsTeam = false;

  constructor(options: PanelOptions) {
    const { newConversation, close, menu } = options.language.texts;
    this.#options = options;
    this.#list = new MessageList({ ...options, choose: (text, replyTo) => this.#choose(text, replyTo) });
    this.#composer = new Composer(options);
    this.#menu = iconButton('more', menu, () => void this.#toggleMenu().catch(console.warn));
    setAttributes(this.#menu, { 'aria-haspopup': 'menu', 'aria-expanded': 'false' });
    this.#again = h('button', { type: 'button', class: 'again' }, newConversation);
    this.#again.addEventListener('click', () => this.#beginAgain());
    const heading = h('h2', { id: 'title' }, this.#name);
    const closing = iconButton('close', close, options.close);
    closing.classList.add('closing');
    this.element = h(
      'section',
      {
        class: 'panel',
        part: 'panel',
        id: 'panel',
        role: 'dialog',
        'aria-labelledby': 'title',
        hidden: true,
      },
      h(
        'header',
        { part: 'header' },
        this.#picture,
        h('div', { class: 'about' }, heading),
        this.#menu,
        closing,
      ),
      this.#list.element,
      this.#notice,
      this.#again,
      this.#composer.element,
    );
    for (const move of ['dragover', 'drop'] as const)
      this.element.addEventListener(move, (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        // Otherwise the browser leaves the page for the file.
        event.preventDefault();
        if (move === 'drop') this.#composer.takeFrom(event.dataTransfer);
      });
  }

  dress(settings: PublishedWidget): void {
    const title = settings.title || this.#options.language.texts.title;
    setText(this.#name, title);
    this.#picture.replaceChildren(avatar(settings.avatar, title));
    this.#list.greet(settings);
    this.#worn = settings;
    this.#showsTeam ||= settings.opening_hours !== undefined || settings.team !== undefined;
    this.shown();
  }

  /** Loads file uploads and who answers once the window is visible. */
  shown(): void {
    const { uploads } = this.#worn;
    if (this.element.hidden) return;
    this.#showTeam();
    this.#offerEmail();
    if (uploads) this.#composer.takeFiles(uploads, this.element).catch(console.warn);
  }

  /** Whether the last message is in view. */
  get isAtEnd(): boolean {
    return this.#list.isAtEnd;
  }

  /** Shows the end, without taking the cursor from where it is. */
  showEnd(): void {
    this.#list.scrollToEnd();
  }

  /** What Escape does before it closes the chat. */
  stepBack(): boolean {
    if (!this.#aside) return false;
    this.#setAside(null);
    this.#menu.focus();
    return true;
  }

  /** The current draft. */
  written(): string {
    return this.#composer.written();
  }

  /** Scrolls to the end and focuses the composer. */
  enter(): void {
    this.#list.scrollToEnd();
    this.#focusAgain(!this.#composer.element.hidden);
  }

  update(view: ChatView): void {
    const isOver = view.status === 'completed';
    this.#list.update(view);
    setText(this.#said, noticeOf(view, this.#options.language));
    this.#notice.classList.toggle('alert', view.connection.state !== 'good');
    const wasWriting = this.#composer.element.matches(':focus-within');
    const isAnother = view.handoff?.tag !== this.#handoff?.tag;
    this.#handoff = view.handoff;
    if (isAnother) this.#showTeam();
    this.#view = view;
    this.#offerEmail();
    this.#again.hidden = !isOver;
    this.#composer.element.hidden = isOver || this.#aside !== null;
    this.#fitInput(isOver ? undefined : view.entries.at(-1)?.input);
    // Hidden elements lose the focus, and the keyboard would restart at the top of the page.
    if (isOver && wasWriting) this.#again.focus();
  }

  #offerEmail(): void {
    if (this.#worn.email_replies && !this.element.hidden && this.#view?.status === 'handoff')
      this.#mail(({ offerEmail }, offer) => offerEmail(this.element, offer));
  }

  #mail(work: (part: Awaited<ReturnType<typeof parts.mail>>, offer: MailOffer) => void): void {
    const view = this.#view;
    const { language, own } = this.#options;
    parts
      .mail()
      .then((part) => view && work(part, { settings: this.#worn, view, language, own }))
      .catch(console.warn);
  }

  #showTeam(): void {
    this.#showsTeam ||= this.#handoff !== null;
    if (this.element.hidden || !this.#showsTeam) return;
    parts
      .team()
      .then(({ showTeam }) =>
        showTeam(this.element, {
          settings: this.#worn,
          language: this.#options.language,
          handoff: this.#handoff,
        }),
      )
      .catch(console.warn);
  }

  /** A keyboard or a picker for the question; visitors can always type instead. */
  #fitInput(input: Entry['input']): void {
    if (input === this.#input) return;
    this.#input = input;
    parts
      .aside()
      .then(({ fitInput }) => fitInput(this.#composer.element, input, this.#options.language))
      .catch(console.warn);
  }

  /** The button that was pressed is gone afterwards. */
  #choose(text: string, replyTo?: string): void {
    this.#options.send(text, [], replyTo);
    this.#focusAgain(true);
  }

  #beginAgain(): void {
    this.#options.newConversation();
    this.#composer.focus();
  }

  async #toggleMenu(): Promise<void> {
    if (this.stepBack()) return;
    const { toggleMenu } = await parts.menu();
    toggleMenu({
      ...this.#options,
      button: this.#menu,
      view: this.#view,
      emailTranscript: () =>
        this.#mail(({ emailTranscript }, mailed) => emailTranscript(this.element, mailed)),
      hasMail: this.#worn.email_replies === true,
      newConversation: () => this.#beginAgain(),
      cover: (aside) => this.#setAside(aside),
    });
  }

  #setAside(aside: HTMLElement | null): void {
    this.#aside?.remove();
    this.#aside = aside;
    if (aside) this.#notice.before(aside);
    this.#composer.element.hidden = aside !== null || !this.#again.hidden;
  }

  /** On phones the keyboard comes up only for those who touch the field. */
  #focusAgain(mayWrite: boolean): void {
    if (mayWrite && !this.#isTouch) this.#composer.focus();
    else this.#list.focus();
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
