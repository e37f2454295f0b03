import type { ContactRow, ContactView } from '../../contract/admin/contacts.ts';
import type { ContactDetails } from '../../domain/contact.ts';
import type { Contact, StoredIdentity } from '../../ports/contacts.ts';
import { wordsOf } from '../search/words.ts';

/** The details of a contact: as agents entered them, else as the person confirmed or the channel reported them. */
export function detailsOf({ known, confirmed, edited }: Contact): ContactDetails {
  const attributes = { ...known.attributes, ...edited?.details.attributes };
  return { ...known, ...(confirmed && { email: confirmed.email }), ...edited?.details, attributes };
}

/** What a contact is found by. */
export function contactTexts(contact: Contact): readonly string[] {
  const { name, email, phone, labels = [], attributes = {} } = detailsOf(contact);
  return [name, email, phone, ...labels, ...Object.values(attributes)].filter((text) => text !== undefined);
}

/** The words of `contactTexts`. */
export const contactWords = (contact: Contact): readonly string[] =>
  wordsOf(contactTexts(contact).join(' · '));

/** A contact in a list. */
export function rowOf(contact: Contact): ContactRow {
  const { name, email, phone, language, attributes = {}, labels = [] } = detailsOf(contact);
  const { contactId, verified, channels, confirmed, firstSeenMs, lastSeenMs } = contact;
  const isConfirmed = confirmed !== null && confirmed.email === email;
  return {
    id: contactId,
    name: name ?? null,
    email: email ?? null,
    emailConfirmedAt: isConfirmed ? timeOf(confirmed.atMs) : null,
    phone: phone ?? null,
    language: language ?? null,
    // DynamoDB does not keep the order of a map.
    attributes: Object.fromEntries(Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))),
    labels: [...labels],
    verified,
    channels: [...channels],
    firstSeenAt: timeOf(firstSeenMs),
    lastSeenAt: timeOf(lastSeenMs),
  };
}

/** A contact with its identities. */
export function viewOf(contact: Contact, identities: readonly StoredIdentity[]): ContactView {
  const { edited } = contact;
  return {
    ...rowOf(contact),
    identities: identities.flatMap(({ kind, place, id }) =>
      kind === 'conversation' ? [] : [{ kind, place, id }],
    ),
    by: edited?.by ?? null,
    at: edited?.at ?? null,
    etag: etagOf(contact),
  };
}

/** The ETag of what agents may change: what a channel reports does not count. */
export const etagOf = ({ edited }: Contact): string => `"${edited?.revision ?? 0}"`;

function timeOf(ms: number): string;
function timeOf(ms: number | null): string | null;
function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
