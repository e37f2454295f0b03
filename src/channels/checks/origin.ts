import { limits } from '../../contract/limits.ts';

const wildcard = '*.';

/**
 * Whether a widget allows an origin: exactly `scheme://host[:port]`, or `https://*.example.com` for one label.
 * `null` and invalid origins never match.
 * @see design 2.2
 */
export function originAllowed(origin: string, allowed: readonly string[]): boolean {
  const candidates = originCandidates(origin);
  for (const entry of allowed) if (candidates.includes(normalised(entry) ?? '')) return true;
  return false;
}

/** The entries of a list of allowed origins that would let an origin pass. */
export function originCandidates(origin: string): string[] {
  const exact = normalised(origin);
  if (exact === null || exact.includes('*')) return [];
  const wild = exact.replace(/^https:\/\/[^./:]+\./, `https://${wildcard}`);
  return wild === exact ? [exact] : [exact, wild];
}

/** An origin as a widget may name it to allow that very one; null for what it could not, as an address of IPv6. */
export function exactOrigin(origin: string): string | null {
  const [exact = ''] = origin.length <= limits.originChars ? originCandidates(origin) : [];
  return exact === '' || exact.includes('[') ? null : exact;
}

/** Lower case and without the scheme's default port; null for what is no origin. */
function normalised(origin: string): string | null {
  const match = /^(https?):\/\/((?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/.exec(
    origin.toLowerCase(),
  );
  if (!match) return null;
  const [, scheme = '', host = '', port] = match;
  const isDefault = port === undefined || port === (scheme === 'https' ? '443' : '80');
  return `${scheme}://${host}${isDefault ? '' : `:${port}`}`;
}
