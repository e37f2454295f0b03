import { byId, element } from './elements.ts';
import type { ChatMessage } from './protocol.ts';
import { type MessageActions, showMessage } from './show-message.ts';

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
  // What scrolls must be reached by keyboard.
  box.tabIndex = 0;
  const shown = new Map<string, HTMLElement>();
  const toEnd = () => {
    box.scrollTop = box.scrollHeight;
  };
  // What opens below takes room from the end.
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
