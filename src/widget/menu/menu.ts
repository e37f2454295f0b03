import type { ChatView } from '../chat-state.ts';
import type { Earlier } from '../earlier.ts';
import { inLanguage } from '../in-language.ts';
import type { Language } from '../language.ts';
import type { OwnRequests } from '../mail/mail.ts';
import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { h, setAttributes } from '../view/dom.ts';
import { ask } from './ask.ts';
import { earlierList } from './earlier-list.ts';
import { menuTexts } from './menu-texts.ts';

/** The menu's items and actions. */
export interface MenuOptions {
  /** Opens the menu, and gets the focus back. */
  readonly button: HTMLElement;
  readonly language: Language;
  readonly view: ChatView | null;
  /** Whether the visitor can get emails. */
  readonly hasMail: boolean;
  readonly own: OwnRequests;
  /** Sends the transcript by email. */
  emailTranscript(): void;
  /** The conversations that were left. */
  earlier(): readonly Earlier[];
  resume(conversationId: string): void;
  newConversation(): void;
  end(): void;
  /** Whether new messages play a sound; sets it when called with a value. */
  sound(isOn?: boolean): boolean;
  /** Covers the conversation, or uncovers it. */
  cover(aside: HTMLElement | null): void;
}

const sheet = sheetOf(`
.menu{position:absolute;z-index:2;top:calc(100% - 6px);inset-inline-end:10px;min-width:200px;max-width:calc(100% - 20px);padding:6px;border-radius:14px;background:var(--surface);color:var(--text);box-shadow:var(--shadow),0 0 0 1px var(--line)}
.menu button{display:flex;align-items:center;justify-content:space-between;gap:16px;width:100%;min-height:44px;padding:6px 12px;border:0;border-radius:9px;background:none;text-align:start}
.menu button:is(:hover,:focus){background:var(--bot)}.menu button:focus-visible{outline-offset:-2px}
.menu [aria-checked]::after{content:'';flex:none;width:34px;height:20px;border-radius:10px;background:radial-gradient(circle at 10px 50%,#fff 7px,transparent 7.5px) var(--edge)}
.menu [aria-checked=true]::after{background:radial-gradient(circle at 24px 50%,#fff 7px,transparent 7.5px) var(--accent)}
.list:has(~.earlier){display:none}
.ask{padding:14px 16px 16px;border-top:1px solid var(--line)}.ask p{margin:0 0 12px;text-wrap:balance}
.ask button{min-height:44px;margin:0 0 6px;margin-inline-end:8px;padding:0 18px;border:1.5px solid var(--accent);border-radius:22px;background:none;color:var(--accent);font-weight:600}
.ask .yes{background:var(--brand);border-color:var(--brand);color:var(--on-brand)}
.earlier{flex:1;padding:8px;overflow-y:auto}.earlier h3{margin:12px 12px 6px;font-size:14px}.earlier ul{margin:0;padding:0;list-style:none}
.earlier button{display:flex;align-items:baseline;justify-content:space-between;gap:12px;width:100%;min-height:48px;padding:10px 12px;border:0;border-radius:12px;background:none;text-align:start}
.earlier button:hover{background:var(--bot)}
.earlier span{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.earlier time{flex:none;font-size:12px;color:var(--soft)}.earlier time::first-letter{text-transform:uppercase}
@media(forced-colors:active){.menu{border:1px solid CanvasText}.menu [aria-checked]::after{forced-color-adjust:none}}`);

/** Opens the menu below its button with the focus on the first item; closes it when it is open. */
export function toggleMenu(options: MenuOptions): void {
  const { button, language } = options;
  const open = button.parentElement?.querySelector<HTMLElement>('.menu');
  if (open) {
    open.dispatchEvent(new Event('dismiss'));
    return;
  }
  const menu = h('div', { class: 'menu', role: 'menu', 'aria-label': language.texts.menu });
  menu.append(...itemsOf(options, () => close()));
  const closing = new AbortController();
  const close = (keepsFocus = true) => {
    if (closing.signal.aborted) return;
    closing.abort();
    menu.remove();
    setAttributes(button, { 'aria-expanded': 'false' });
    if (keepsFocus) button.focus();
  };
  listen(menu, button, { close, signal: closing.signal });
  addSheet(button, sheet);
  button.after(menu);
  setAttributes(button, { 'aria-expanded': 'true' });
  menu.querySelector('button')?.focus();
}

interface Listening {
  close(keepsFocus?: boolean): void;
  readonly signal: AbortSignal;
}

/** @see https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/ */
function listen(menu: HTMLElement, button: HTMLElement, { close, signal }: Listening): void {
  const items = [...menu.querySelectorAll('button')];
  menu.addEventListener('keydown', (event) => {
    const at = items.findIndex((item) => item.matches(':focus'));
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    };
    const target = targets[event.key];
    if (event.key === 'Escape') close();
    else if (target !== undefined) items.at(target % items.length)?.focus();
    else return;
    event.preventDefault();
    // Escape would close the whole chat.
    event.stopPropagation();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) close(false);
  });
  menu.addEventListener('dismiss', () => close());
  // A press takes the focus from the menu, in Safari to nowhere, and would close it before its click.
  for (const pressed of [menu, button])
    pressed.addEventListener('mousedown', (event) => event.preventDefault(), { signal });
}

function itemsOf(options: MenuOptions, close: () => void): readonly HTMLButtonElement[] {
  const { language, view, own, hasMail, sound, cover, button } = options;
  const isUnderWay = view?.started === true && view.status !== 'completed';
  const texts = inLanguage(menuTexts, language);
  const { newConversation } = language.texts;
  const item = (label: string, act: () => void) => {
    const element = h('button', { type: 'button', role: 'menuitem', tabindex: '-1' }, label);
    element.addEventListener('click', () => {
      close();
      act();
    });
    return element;
  };
  const confirm = (question: string, yes: string, act: () => void) => {
    const asked = ask(question, { yes, no: texts.cancel }, (isWanted) => {
      cover(null);
      if (isWanted) act();
      else button.focus();
    });
    cover(asked);
    asked.querySelector('button')?.focus();
  };
  const leave = item(newConversation, () => confirm(texts.leave, newConversation, options.newConversation));
  const askToEnd = (question: string) =>
    confirm(question, texts.end, () => {
      own.request('end').then(
        ({ ok, status }) => (ok || status === 404 ? options.end() : askToEnd(texts.endFailed)),
        () => askToEnd(texts.endFailed),
      );
    });
  const end = item(texts.end, () => askToEnd(texts.endQuestion));
  const transcript = item(texts.transcript, options.emailTranscript);
  const earlier = item(texts.earlier, () => showEarlier(options, texts.earlier));
  const sounds = h(
    'button',
    { type: 'button', role: 'menuitemcheckbox', tabindex: '-1', 'aria-checked': String(sound()) },
    texts.sound,
  );
  sounds.addEventListener('click', () => setAttributes(sounds, { 'aria-checked': String(sound(!sound())) }));
  return [
    ...(isUnderWay ? [leave] : []),
    ...(options.earlier().length > 0 ? [earlier] : []),
    sounds,
    ...(hasMail && view?.started ? [transcript] : []),
    ...(isUnderWay ? [end] : []),
  ];
}

function showEarlier({ earlier, language, resume, cover }: MenuOptions, title: string): void {
  const list = earlierList(earlier(), { title, language }, (id) => {
    cover(null);
    resume(id);
  });
  cover(list);
  list.querySelector('button')?.focus();
}
