const mark = 'messagingWidget';

/**
 * While the chat covers the page: the page behind it stays where it is, and the browser's Back closes the chat.
 * @returns what uncovers it
 */
export function coverPage(close: () => void): () => void {
  const { style } = document.documentElement;
  const { overflow } = style;
  const covering = new AbortController();
  style.overflow = 'hidden';
  history.pushState({ ...asObject(history.state), [mark]: true }, '');
  window.addEventListener('popstate', close, { signal: covering.signal });
  return () => {
    covering.abort();
    style.overflow = overflow;
    // Closed by other means: the entry is not left behind.
    if (mark in asObject(history.state)) history.back();
  };
}

const asObject = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});
