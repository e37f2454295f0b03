/** FNV-1a with MurmurHash3's last mix: without it, texts that differ at their end lie close together. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number of so many digits may be one that a double can't hold. */
const manyDigits = /\d{16}/;
const wholePart = /^-?\d+(?=\.|$)/;

/**
 * Parses JSON without losing digits: a number whose whole part is beyond 2^53, and would be written with other digits
 * than it came with, is read as text, any other as a number. Where the runtime doesn't tell how a number was written, it
 * is a number.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return manyDigits.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** @see https://github.com/tc39/proposal-json-parse-with-source */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const [whole] = wholePart.exec(context.source) ?? [];
  return whole !== undefined && String(Number(whole)) !== whole && whole !== '-0' ? context.source : value;
}

/**
 * Returns why a parsed body is rejected; null if it is valid. NUL and lone surrogates can't be stored or displayed
 * everywhere; `__proto__` is no legitimate key.
 */
export function unfitIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'holds a NUL character';
    return value.isWellFormed() ? null : 'holds half a surrogate pair';
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === 0) return 'is nested too deeply';
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') return 'has a key that is not allowed';
    const unfit = unfitIn(key, depth) ?? unfitIn(member, depth - 1);
    if (unfit) return unfit;
  }
  return null;
}

/** Whether a text is an integer that `parseExactJson` kept as text. */
export function isLargeWhole(value: unknown): value is string {
  return typeof value === 'string' && /^-?[1-9]\d{15,}$/.test(value) && !Number.isSafeInteger(Number(value));
}

/** The types that nearly every client sends; no table lookup needed. */
const usual = /^[a-z]{2,3}(-[A-Z]{2})?$/;
/** The longest tag that RFC 5646 recommends to expect. */
const longest = 35;

/**
 * Reads a language tag as it comes from browsers, phones and other people's systems: `pt_BR`, `de_DE.UTF-8`,
 * `en-US,en;q=0.9`. Undefined for what is none, of whatever type: then the default language holds.
 * @see RFC 5646 (BCP 47)
 */
export function readLanguage(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  if (usual.test(given)) return given;
  const [first = ''] = given.slice(0, 10 * longest).split(/[,;.@]/, 1);
  const tag = first.trim().replaceAll('_', '-');
  if (tag.length > longest) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
