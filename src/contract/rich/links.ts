/** A part of a text: words as they are, or an address to follow. */
export type TextPart = string | { readonly href: string; readonly text: string };

const address = /\bhttps?:\/\/[^\s<>"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi;
/** Characters that end a sentence rather than a URL. */
const trailing = /[.,;:!?…)\]}»”’*_~]+$/;

/** Splits a text at its web addresses. Only http and https become links: nothing else may be followed from a chat. */
export function splitLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let reached = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutTrailing(found);
    const href = safeHref(shown);
    if (!href) continue;
    if (index > reached) parts.push(text.slice(reached, index));
    parts.push({ href, text: shown });
    reached = index + shown.length;
  }
  if (reached < text.length) parts.push(text.slice(reached));
  return parts;
}

/** The address if it leads to a web page, else null. */
export function safeHref(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  // `https://bank.example@evil.example` leads elsewhere than it seems to.
  if (url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** A bracket that the address itself opened belongs to it. */
function withoutTrailing(found: string): string {
  const end = trailing.exec(found);
  if (!end) return found;
  const keepsBracket = end[0].startsWith(')') && found.slice(0, end.index).includes('(');
  return found.slice(0, end.index + (keepsBracket ? 1 : 0));
}
