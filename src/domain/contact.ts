import type { AccountChannel } from '../contract/channels.ts';
import { limits } from '../contract/limits.ts';

/**
 * Something that proves who wrote: a visitor of a widget whom the site verified, a WhatsApp user ID or phone number, a
 * user of another channel, by its name; and a conversation, which belongs to one person. @see design 15
 */
export interface Identity {
  readonly kind: 'visitor' | 'whatsapp' | 'phone' | AccountChannel | 'conversation';
  /** The widget or account that knows this ID; null for what every account knows. */
  readonly place: string | null;
  readonly id: string;
}

/** The identity that a conversation is. */
export const conversationIdentity = (id: string) => ({ kind: 'conversation', place: null, id }) as const;

/** What may be known about a person. */
export interface ContactDetails {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly language?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly labels?: readonly string[] | undefined;
}

/** The attributes by which a site describes its visitor, as a contact keeps them: the first, of a limited length. */
export function contactAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const { contactAttributes: most, contactAttributeNameChars, contactAttributeChars } = limits;
  const texts = Object.entries(attributes).map(([name, value]): [string, string] => [name, String(value)]);
  const fits = ([name, value]: [string, string]) =>
    name !== '' && name.length <= contactAttributeNameChars && value.length <= contactAttributeChars;
  return Object.fromEntries(texts.filter(fits).slice(0, most));
}

/** Identifies an identity among all of a tenant. */
export const identityName = ({ kind, place, id }: Identity) => JSON.stringify([kind, place, id]);

/**
 * Whether two contacts with a phone number in common can be one person: a number may have gone to someone else, whose
 * WhatsApp user ID is a different one.
 */
export function mayBeOne(a: Iterable<Identity>, b: Iterable<Identity>): boolean {
  const [own, other] = [userIdsOf(a), userIdsOf(b)];
  return own.size === 0 || other.size === 0 || [...own].some((id) => other.has(id));
}

function userIdsOf(identities: Iterable<Identity>): Set<string> {
  return new Set([...identities].flatMap(({ kind, id }) => (kind === 'whatsapp' ? [id] : [])));
}

/** What the site or provider vouches for replaces what a visitor said; the latter never mixes with the former. */
export function knownAfter(
  before: { readonly known: ContactDetails; readonly verified: boolean },
  seen: { readonly details: ContactDetails; readonly verified: boolean },
): { readonly known: ContactDetails; readonly verified: boolean } {
  if (before.verified && !seen.verified) return before;
  const { verified } = seen;
  return {
    known: verified === before.verified ? { ...before.known, ...seen.details } : seen.details,
    verified,
  };
}
