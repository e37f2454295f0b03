import { byId } from './elements.ts';
import type { ChatMessage, ShownTyping } from './protocol.ts';

/** Shows that the business writes in the chat that is open, until it has written or the time is over. */
export function createTyping(isOpen: (chat: Pick<ChatMessage, 'account' | 'userId'>) => boolean) {
  const line = byId('typing', HTMLParagraphElement);
  const writing = new Map<string, ShownTyping>();
  const keyOf = ({ account, userId }: Pick<ChatMessage, 'account' | 'userId'>) => `${account} ${userId}`;
  const show = () => {
    const isShown = [...writing.values()].some((one) => isOpen(one) && one.untilMs > Date.now());
    line.textContent = isShown ? 'writes …' : '';
    line.hidden = !isShown;
  };
  return {
    show,
    begin(shown: ShownTyping) {
      writing.set(keyOf(shown), shown);
      setTimeout(show, Math.max(0, shown.untilMs - Date.now()) + 50);
      show();
    },
    /** What it has written is there. */
    end(message: ChatMessage) {
      if (message.author === 'business') writing.delete(keyOf(message));
      show();
    },
  };
}
