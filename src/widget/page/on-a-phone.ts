/** The open chat on its page. */
export interface OpenChat {
  readonly root: HTMLElement;
  /** Whether it covers the page. */
  readonly isCovering: boolean;
  close(): void;
}

/**
 * Adapts an open chat to phones and tablets: it fits above the keyboard and, if it covers the page, blocks
 * scrolling, traps the focus, and closes on the browser's Back.
 * @param closed aborts when the chat is closed
 */
export function openOnPhone(chat: OpenChat, closed: AbortSignal): void {
  if (closed.aborted) return;
  for (const begin of chat.isCovering ? [followViewport, holdPage, keepFocus, closeOnBack] : [followViewport])
    try {
      begin(chat, closed);
    } catch (error) {
      // The chat works without what the browser denies.
      console.warn(error);
    }
}

/** A keyboard shrinks only the visual viewport; `100dvh` and fixed places are of the layout viewport. */
function followViewport({ root }: OpenChat, closed: AbortSignal): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const { style } = root;
  const follow = () => {
    const { offsetTop, height, scale } = seen;
    // A zoomed-in visitor is looking at a part of the chat.
    const isZoomed = scale > 1.05;
    const below = document.documentElement.clientHeight - offsetTop - height;
    const places = { top: offsetTop, height, below: Math.max(0, below) };
    for (const [name, px] of Object.entries(places))
      if (isZoomed) style.removeProperty(`--seen-${name}`);
      else style.setProperty(`--seen-${name}`, `${px}px`);
  };
  for (const change of ['resize', 'scroll']) seen.addEventListener(change, follow, { signal: closed });
  follow();
}

function holdPage(_chat: OpenChat, closed: AbortSignal): void {
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  closed.addEventListener('abort', () => {
    style.overflow = overflow;
  });
}

function keepFocus({ root }: OpenChat, closed: AbortSignal): void {
  const keep = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    const all = root.querySelectorAll<HTMLElement>('button, textarea, a[href], [tabindex="0"]');
    const stops = [...all].filter((stop) => stop.offsetParent !== null);
    const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    const { activeElement } = root.getRootNode() as ShadowRoot;
    if (activeElement !== edge) return;
    event.preventDefault();
    other?.focus();
  };
  root.addEventListener('keydown', keep, { signal: closed });
}

/** The history's entry that a chat has left behind, as far as one can tell: nothing names an entry. */
let leftAt: string | null = null;
const here = () => `${history.length} ${location.href}`;

/**
 * The chat has an entry of the history. Closed by other means than Back it leaves the entry: going back would undo where
 * the page goes at that moment. The visitor's next Back passes over it.
 */
function closeOnBack({ close }: OpenChat, closed: AbortSignal): void {
  let wentBack = false;
  if (leftAt !== here()) history.pushState(history.state, '');
  leftAt = null;
  const openAt = here();
  const back = () => {
    wentBack = true;
    close();
  };
  window.addEventListener('popstate', back, { signal: closed });
  closed.addEventListener('abort', () => {
    if (wentBack || here() !== openAt) return;
    leftAt = openAt;
    window.addEventListener('popstate', passOver, { once: true });
  });
}

function passOver(): void {
  const isBefore = leftAt === here();
  leftAt = null;
  // Nothing was added meanwhile: this is the entry below, which looks the same.
  if (isBefore) history.back();
}
