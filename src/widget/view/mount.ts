import type { WidgetSettings } from '../../contract/widget-settings.ts';
import type { WidgetOptions } from '../api.ts';
import type { ChatView } from '../chat-state.ts';
import type { Language } from '../pick-language.ts';
import { h, icon, setAttributes, setText } from './dom.ts';
import { type PanelOptions, panel } from './panel.ts';
import { styles } from './styles.ts';
import { createWidgetElement } from './widget-element.ts';

export interface MountOptions extends Omit<PanelOptions, 'close'> {
  readonly theme: WidgetOptions['theme'];
  readonly language: Language;
  onOpen(): void;
  onClose(): void;
}

export interface MountedWidget {
  isOpen(): boolean;
  /** Nothing is seen before it: a widget that changes its colour before one's eyes looks broken. */
  dress(settings: WidgetSettings): void;
  open(): void;
  close(): void;
  update(view: ChatView): void;
  remove(): void;
}

const defaultColor = '#3554d1';
const coversPage = '(max-width: 480px), (max-height: 420px)';

/** Puts the launcher and the chat's window on the page. */
export function mountWidget(options: MountOptions): MountedWidget {
  const { theme, language } = options;
  const { texts } = language;
  const { host, root: shadow } = createWidgetElement();
  const sheet = new CSSStyleSheet();
  // Sheets made by a script are no inline styles: a strict content security policy lets them pass.
  shadow.adoptedStyleSheets = [sheet];
  setAttributes(host, { 'data-theme': theme ?? 'auto', hidden: true });

  const badge = h('span', { class: 'badge', 'aria-hidden': 'true', hidden: true });
  const launcher = h(
    'button',
    { class: 'launcher', type: 'button', 'aria-controls': 'panel' },
    icon('chat'),
    icon('close'),
    badge,
  );
  const chatPanel = panel({ ...options, close });
  const root = h(
    'div',
    { class: 'root', lang: language.tag, dir: language.direction },
    chatPanel.element,
    launcher,
  );
  const announcement = h('div', { class: 'unseen', role: 'status' });
  root.append(announcement);
  shadow.append(root);
  let isOpen = false;
  let focusedBefore: HTMLElement | null = null;
  let latest: ChatView | null = null;

  function label(): void {
    const unread = isOpen ? 0 : (latest?.unread ?? 0);
    const count = unread > 0 ? language.count('unread', unread) : '';
    setText(badge, unread > 9 ? '9+' : String(unread));
    badge.hidden = unread === 0;
    const name = isOpen ? texts.close : texts.open;
    setAttributes(launcher, {
      'aria-expanded': String(isOpen),
      'aria-label': count ? `${name}. ${count}` : name,
    });
    setText(announcement, count);
  }

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    focusedBefore = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    root.classList.add('open');
    chatPanel.element.hidden = false;
    setAttributes(chatPanel.element, { 'aria-modal': matchMedia(coversPage).matches ? 'true' : null });
    label();
    chatPanel.enter();
    options.onOpen();
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    const hadFocus = shadow.activeElement !== null;
    root.classList.remove('open');
    chatPanel.element.hidden = true;
    label();
    if (hadFocus)
      (focusedBefore && focusedBefore !== host && focusedBefore !== document.body
        ? focusedBefore
        : launcher
      ).focus();
    options.onClose();
  }

  launcher.addEventListener('click', () => (isOpen ? close() : open()));
  shadow.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.isComposing) return;
    if (event.key === 'Escape') close();
    if (event.key === 'Tab' && matchMedia(coversPage).matches) keepFocusIn(chatPanel.element, event);
  });
  label();
  document.body.append(host);

  return {
    isOpen: () => isOpen,
    dress(settings) {
      const side = settings.position ?? (language.direction === 'rtl' ? 'left' : 'right');
      sheet.replaceSync(styles(colorOf(settings.color)));
      root.classList.toggle('left', side === 'left');
      root.classList.toggle('right', side === 'right');
      chatPanel.dress(settings);
      host.hidden = false;
    },
    open,
    close,
    update(view) {
      latest = view;
      chatPanel.update(view);
      label();
    },
    remove: () => host.remove(),
  };
}

/** Where the window covers the page, Tab must not lead under it. */
function keepFocusIn(element: HTMLElement, event: KeyboardEvent): void {
  const stops = [
    ...element.querySelectorAll<HTMLElement>('button, textarea, a[href], [tabindex="0"]'),
  ].filter((stop) => stop.offsetParent !== null);
  const [first, last] = [stops[0], stops.at(-1)];
  const active =
    element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).activeElement : null;
  const next = event.shiftKey && active === first ? last : !event.shiftKey && active === last ? first : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function colorOf(color: string | undefined): string {
  return color && /^#[0-9a-f]{6}$/i.test(color) ? color : defaultColor;
}
