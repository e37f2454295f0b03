import type { PublishedWidget } from '../contract/widget-settings.ts';
import type { ChatView } from './chat-state.ts';
import { parts } from './parts.ts';
import type { MountedWidget } from './view/mounted-widget.ts';
import type { WidgetEmitter } from './widget-events.ts';

export interface Attending {
  readonly unread: number;
  update(view: ChatView): void;
  dressed(settings: PublishedWidget): void;
}

/**
 * What a widget does on its page besides chatting: unread messages in the tab's title, sound and event; the
 * invitation; and remounting when the page's body is replaced.
 */
export function attend(
  mounted: MountedWidget,
  { events, hasSound }: { readonly events: WidgetEmitter; hasSound(): boolean },
  signal: AbortSignal,
): Attending {
  let unread = 0;
  let isInvited = false;
  let title: Promise<(count: number) => void> | null = null;
  const showInTitle = () => {
    if (unread > 0) title ??= parts.page().then(({ countInTitle }) => countInTitle(signal));
    title?.then((set) => set(document.hidden ? unread : 0), ignore);
  };
  stayAttached(mounted, signal);
  events.on('message', ({ author }) => {
    const isLookedAt = mounted.isOpen && !document.hidden;
    if (author !== 'user' && !isLookedAt && hasSound())
      parts
        .page()
        .then(({ playTone }) => playTone())
        .catch(ignore);
  });
  document.addEventListener('visibilitychange', showInTitle, { signal });
  return {
    get unread() {
      return unread;
    },
    update(view) {
      const now = mounted.isOpen ? 0 : view.unread;
      if (now === unread) return;
      unread = now;
      showInTitle();
      events.emit('unread', unread);
    },
    dressed(worn) {
      if (mounted.isWholePage && worn.title) document.title = worn.title;
      if (!worn.invite || isInvited || mounted.isOpen) return;
      isInvited = true;
      void parts.page().then(({ invite }) => invite(worn, mounted, signal), ignore);
    },
  };
}

/** Without its part a page is as it was. */
const ignore = () => undefined;

/** Pages that swap their body for another, as Turbo does, keep their chat. */
function stayAttached(mounted: MountedWidget, signal: AbortSignal): void {
  const observer = new MutationObserver(() => mounted.attach());
  observer.observe(document.documentElement, { childList: true });
  signal.addEventListener('abort', () => observer.disconnect());
}
