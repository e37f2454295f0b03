/** What nearly every client sends; it needs no look at the runtime's tables. */
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
