import type { PublishedWidget } from '../../contract/widget-settings.ts';
import { inviteBubble } from './invite-bubble.ts';

/** What an invitation uses of the widget. */
interface Invited {
  readonly isOpen: boolean;
  invite(say: (root: HTMLElement, dismiss: string, open: () => void) => void): void;
}

const invitedKey = 'messaging-widget:invited';

/**
 * Shows the invitation when the first of its conditions is met: after a time, at a scroll depth, or when the
 * pointer leaves toward the tabs. Once per visit, and never after the chat was opened.
 */
export function invite(settings: PublishedWidget, mounted: Invited, signal: AbortSignal): void {
  const { invite: text, invite_pages: pages } = settings;
  if (!text || wasInvited() || !isOn(pages, location.pathname)) return;
  const over = new AbortController();
  signal.addEventListener('abort', () => over.abort());
  const say = () => {
    over.abort();
    if (mounted.isOpen || signal.aborted) return;
    remember();
    mounted.invite((root, dismiss, open) => inviteBubble(root, text, dismiss, open));
  };
  for (const wait of conditions) wait(settings, say, over.signal);
}

type Condition = (settings: PublishedWidget, say: () => void, signal: AbortSignal) => void;

const conditions: readonly Condition[] = [
  ({ invite_after_seconds: seconds, invite_after_scroll: scroll, invite_on_exit: exit }, say, signal) => {
    const delay = seconds ?? (scroll === undefined && !exit ? 0 : undefined);
    if (delay === undefined) return;
    const timer = setTimeout(say, delay * 1000);
    signal.addEventListener('abort', () => clearTimeout(timer));
  },
  ({ invite_after_scroll: wanted }, say, signal) => {
    if (wanted === undefined) return;
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const length = scrollHeight - clientHeight;
      if (length > 0 && (scrollTop / length) * 100 >= wanted) say();
    };
    document.addEventListener('scroll', look, { signal, passive: true });
  },
  ({ invite_on_exit: isWanted }, say, signal) => {
    if (!isWanted) return;
    const look = ({ clientY, relatedTarget }: MouseEvent) => {
      if (relatedTarget === null && clientY <= 0) say();
    };
    document.addEventListener('mouseout', look, { signal });
  },
];

/** `/shop/*` is every page below. */
export function isOn(pages: readonly string[] | undefined, path: string): boolean {
  if (!pages || pages.length === 0) return true;
  return pages.some((page) => {
    const [first = '', ...rest] = page.split('*');
    if (rest.length === 0) return path === page;
    const last = rest.pop() ?? '';
    if (!path.startsWith(first) || !path.endsWith(last) || path.length < first.length + last.length)
      return false;
    let at = first.length;
    for (const part of rest) {
      const found = path.indexOf(part, at);
      if (found === -1 || found + part.length > path.length - last.length) return false;
      at = found + part.length;
    }
    return true;
  });
}

/** For this visit, in this tab; where nothing can be kept, on this page. */
function wasInvited(): boolean {
  try {
    return sessionStorage.getItem(invitedKey) !== null;
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    sessionStorage.setItem(invitedKey, '1');
  } catch {
    // It is shown again on the next page.
  }
}
