import { isComposing } from '../../browser/composition.ts';
import type { PublishedWidget } from '../../contract/widget-settings.ts';
import type { WidgetOptions } from '../api.ts';
import type { ChatView } from '../chat-state.ts';
import type { Language } from '../language.ts';
import { parts } from '../parts.ts';
import { english } from '../pick-language.ts';
import { h, icon, setAttributes, setText } from './dom.ts';
import { Panel, type PanelOptions } from './panel.ts';
import { styles } from './styles.ts';
import { createWidgetElement, type WidgetElement } from './widget-element.ts';

export interface MountOptions extends Omit<PanelOptions, 'close' | 'language'> {
  readonly theme: WidgetOptions['theme'];
  /** A part of a page to be shown in, open and without taking the focus, instead of above all of it. */
  readonly container?: HTMLElement | undefined;
  /** `inline` fills its container, `page` the window; without one it has a launcher. */
  readonly shape?: 'inline' | 'page';
  onOpen(): void;
  onClose(): void;
}

const defaultColor = '#3554d1';
const coversPage = '(max-width: 480px), (max-height: 420px)';

/** The launcher and the chat's window on the page. */
export class MountedWidget {
  readonly #options: MountOptions;
  readonly #element: WidgetElement;
  readonly #sheet = new CSSStyleSheet();
  readonly #badge = h('span', { class: 'badge', 'aria-hidden': 'true', hidden: true });
  readonly #launcher = h(
    'button',
    { class: 'launcher', part: 'launcher', type: 'button', 'aria-controls': 'panel' },
    icon('chat'),
    icon('close'),
    this.#badge,
  );
  readonly #label = h('span', { class: 'label', hidden: true });
  readonly #announcement = h('div', { class: 'unseen', role: 'status' });
  readonly #root: HTMLElement;
  #language = english;
  #panel: Panel;
  #view: ChatView | null = null;
  #isOpen = false;
  #unread = 0;
  #focusedBefore: Element | null = null;
  #closing = new AbortController();

  /** Nothing is seen before `dress`: a widget that changes its colour before one's eyes looks broken. */
  constructor(options: MountOptions) {
    this.#options = options;
    this.#element = createWidgetElement();
    this.#panel = this.#panelOf(options.draft);
    this.#root = h(
      'div',
      { class: `root ${options.shape ?? ''}`, lang: english.tag, dir: english.direction },
      this.#panel.element,
      this.#launcher,
      this.#announcement,
    );
    const { host, root } = this.#element;
    // Sheets made by a script are no inline styles: a strict content security policy lets them pass.
    root.adoptedStyleSheets = [this.#sheet];
    root.append(this.#root);
    this.#launcher.append(this.#label);
    setAttributes(host, { 'data-theme': options.theme ?? 'auto', hidden: true });
    this.#listen();
    this.#labelLauncher();
    (options.container ?? document.body).append(host);
    if (options.container) {
      this.#show(true);
      this.#opened();
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the last message is visible. */
  get isRead(): boolean {
    return this.#isOpen && !document.hidden && this.#panel.isAtEnd;
  }

  /** Changes the language; what `dress` showed must be shown again. */
  speak(language: Language): void {
    if (language.tag === this.#language.tag) return;
    this.#language = language;
    setAttributes(this.#root, { lang: language.tag, dir: language.direction });
    const before = this.#panel;
    this.#panel = this.#panelOf(before.written());
    before.element.replaceWith(this.#panel.element);
    this.#show(this.#isOpen);
    if (this.#view) this.update(this.#view);
  }

  /** Once it can be shown where it is. */
  async ready(): Promise<void> {
    if (this.#isPartOfPage()) (await parts.aside()).dressWithin(this.#root);
  }

  /** Whether the widget is a full page. */
  get isWholePage(): boolean {
    return this.#options.shape === 'page';
  }

  /** Shows nothing: the chat cannot work here. */
  hide(): void {
    this.#element.host.hidden = true;
  }

  /** Puts it where it belongs, when the page has thrown it out. */
  attach(): void {
    const { host } = this.#element;
    const { container, shape } = this.#options;
    const isGone = !host.isConnected && (shape !== 'inline' || container?.isConnected);
    if (isGone) (shape === 'inline' && container ? container : document.body).append(host);
  }

  /** Shows an invitation beside the launcher. */
  invite(say: (root: HTMLElement, dismiss: string, open: () => void) => void): void {
    if (!this.#isOpen && !this.#options.container)
      say(this.#root, this.#language.texts.dismiss, () => this.open());
  }

  /** Puts something into the window. */
  fill(show: (panel: HTMLElement, language: Language) => void): void {
    show(this.#panel.element, this.#language);
  }

  dress(settings: PublishedWidget): void {
    const side = settings.position ?? (this.#language.direction === 'rtl' ? 'left' : 'right');
    this.#sheet.replaceSync(styles(settings.color ?? defaultColor, settings));
    const { launcher, launcher_label: label } = settings;
    this.#launcher.hidden = launcher === 'hidden';
    this.#label.hidden = launcher !== 'label';
    setText(this.#label, label || this.#language.texts.open);
    this.#root.classList.toggle('labelled', launcher === 'label');
    this.#root.classList.toggle('left', side === 'left');
    this.#root.classList.toggle('right', side === 'right');
    this.#panel.dress(settings);
    this.#element.host.hidden = false;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#focusedBefore = document.activeElement;
    this.#show(true);
    this.#opened();
    this.#panel.enter();
    this.#options.onOpen();
  }

  /** Reopens the chat that was open on the tab's last page, without taking the focus; not where it would cover the page. */
  reopen(): boolean {
    if (this.#isOpen || this.#isCovering()) return false;
    this.#show(true);
    this.#opened();
    this.#panel.showEnd();
    return true;
  }

  close(): void {
    if (!this.#isOpen || this.#isPartOfPage()) return;
    const { host, root } = this.#element;
    const hadFocus = root.activeElement !== null;
    this.#show(false);
    this.#closing.abort();
    const before = this.#focusedBefore;
    const isElsewhere = before instanceof HTMLElement && before !== host && before !== document.body;
    if (hadFocus) (isElsewhere ? before : this.#launcher).focus();
    this.#options.onClose();
  }

  update(view: ChatView): void {
    this.#view = view;
    this.#unread = view.unread;
    this.#panel.update(view);
    this.#labelLauncher();
  }

  remove(): void {
    this.#closing.abort();
    this.#element.host.remove();
  }

  #panelOf(draft: string): Panel {
    const language = this.#language;
    return new Panel({ ...this.#options, language, draft, close: () => this.close() });
  }

  /** Loads how the window looks; without it, it is shown all the same. */
  #dressWindow(): void {
    parts
      .window()
      .then(({ dressWindow }) => dressWindow(this.#root))
      .catch((error: unknown) => {
        console.warn(error);
        this.#root.classList.add('bare');
      });
  }

  #listen(): void {
    for (const sign of ['pointerenter', 'focus'])
      this.#launcher.addEventListener(sign, () => this.#dressWindow(), { once: true });
    this.#launcher.addEventListener('click', () => (this.#isOpen ? this.close() : this.open()));
    this.#root.addEventListener('keydown', (event) => {
      if (isComposing(event)) return;
      if (event.key === 'Escape' && !this.#panel.stepBack()) this.close();
    });
  }

  /** Phones and tablets have a keyboard that covers a part of the page, and a Back that closes what covers it. */
  #opened(): void {
    if (this.#options.shape === 'inline' || !matchMedia(`${coversPage},(pointer:coarse)`).matches) return;
    this.#closing = new AbortController();
    const { signal } = this.#closing;
    const chat = { root: this.#root, isCovering: this.#isCovering(), close: () => this.close() };
    parts
      .page()
      .then(({ openOnPhone }) => openOnPhone(chat, signal))
      .catch(console.warn);
  }

  /** It is open for good. */
  #isPartOfPage(): boolean {
    return this.#options.shape === 'inline' || this.#options.shape === 'page';
  }

  #show(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (isOpen) this.#dressWindow();
    if (isOpen) this.#root.querySelector('.invite')?.remove();
    this.#root.classList.toggle('open', isOpen);
    this.#panel.element.hidden = !isOpen;
    this.#panel.shown();
    setAttributes(this.#panel.element, { 'aria-modal': this.#isCovering() ? 'true' : null });
    this.#labelLauncher();
  }

  #isCovering(): boolean {
    return !this.#options.container && matchMedia(coversPage).matches;
  }

  #labelLauncher(): void {
    const { texts, count } = this.#language;
    const unread = this.#isOpen ? 0 : this.#unread;
    const counted = unread > 0 ? count('unread', unread) : '';
    const name = this.#isOpen ? texts.close : texts.open;
    setText(this.#badge, unread > 9 ? '9+' : String(unread));
    this.#badge.hidden = unread === 0;
    setText(this.#announcement, counted);
    setAttributes(this.#launcher, {
      'aria-expanded': String(this.#isOpen),
      'aria-label': counted ? `${name}. ${counted}` : name,
    });
  }
}
