import { randomUuid } from '../browser/random-uuid.ts';
import { visitorLimits } from '../contract/visitor-limits.ts';
import type { ChatWidget } from './api.ts';
import type { Attending } from './attend.ts';
import type { Chat } from './chat.ts';
import type { Context } from './page-context.ts';
import type { MountedWidget } from './view/mounted-widget.ts';
import { subjectOf, type VisitorToken } from './visitor-token.ts';
import type { WidgetEmitter } from './widget-events.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Public {
  readonly chat: Chat;
  readonly mounted: MountedWidget;
  readonly events: WidgetEmitter;
  readonly token: VisitorToken;
  readonly context: { current: Context };
  readonly attending: Attending;
  newConversation(): void;
}

/** The API for pages. */
export function publicApi(
  { chat, mounted, events, token, context, attending, newConversation }: Public,
  stop: () => void,
): ChatWidget {
  return {
    open: () => mounted.open(),
    close: () => mounted.close(),
    toggle: () => (mounted.isOpen ? mounted.close() : mounted.open()),
    get isOpen() {
      return mounted.isOpen;
    },
    get unread() {
      return attending.unread;
    },
    send(text) {
      const trimmed = text.trim();
      if (trimmed === '' || trimmed.length > visitorLimits.textChars)
        throw new RangeError(`a text has 1 to ${visitorLimits.textChars} characters`);
      chat.send(trimmed);
    },
    identify(visitor) {
      if ('token' in visitor) {
        const person = subjectOf(visitor.token);
        token.take(visitor.token);
        chat.vouch(person, randomUuid());
        return;
      }
      const { id } = visitor;
      if (!uuid.test(id)) throw new TypeError('a visitor is identified by a UUID');
      token.take(null);
      chat.identify(id.toLowerCase());
    },
    reset() {
      token.take(null);
      chat.identify(randomUuid());
    },
    setContext(given) {
      context.current = { ...given };
    },
    newConversation,
    on: events.on,
    remove() {
      stop();
      chat.stop();
      mounted.remove();
    },
  };
}
