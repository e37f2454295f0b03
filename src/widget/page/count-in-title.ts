/** `(2) Acme`, while the page is not looked at. */
export function countInTitle(signal: AbortSignal): (count: number) => void {
  let added = '';
  const set = (count: number) => {
    const own = document.title.startsWith(added) ? document.title.slice(added.length) : document.title;
    added = count > 0 ? `(${count}) ` : '';
    if (document.title !== added + own) document.title = added + own;
  };
  signal.addEventListener('abort', () => set(0));
  return set;
}
