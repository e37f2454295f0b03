import type { ContactRow } from '../../contract/admin/contacts.ts';
import type { Page } from '../../contract/admin/lists.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import type { Contact, Contacts, StoredIdentity } from '../../ports/contacts.ts';
import type { SearchedContact, SearchIndex } from '../../ports/search.ts';
import { contactTexts, rowOf } from '../contacts/contact-view.ts';
import { searchedWords, wordsOf } from './words.ts';

/** What indexing a contact uses. */
export interface ContactIndexPorts {
  readonly search: Pick<SearchIndex, 'findContact' | 'saveContact' | 'eraseContact'>;
  readonly contacts: Pick<Contacts, 'find' | 'identitiesOf'>;
}

const attempts = 5;
const weekS = 7 * 24 * 60 * 60;

/**
 * Indexes what a contact is found by, unless the index has it. Looks at the contact again after each write, so that of
 * a contact that was erased or changed meanwhile no word stays.
 * @throws TemporarilyUnavailableError when others keep changing it
 */
export async function indexDetails(
  { search, contacts }: ContactIndexPorts,
  { tenantId, contactId }: Pick<Contact, 'tenantId' | 'contactId'>,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const contact = await contacts.find(tenantId, contactId);
    if (!contact) return search.eraseContact(tenantId, contactId);
    const [stored, identities] = await Promise.all([
      search.findContact(tenantId, contactId),
      contacts.identitiesOf(tenantId, contactId),
    ]);
    const next = { words: detailWords(contact, identities), expiresAtS: contact.expiresAtS };
    if (stored && isCurrent(stored, next)) return;
    // Renewed once a week at most.
    const expiresAtS = next.expiresAtS && next.expiresAtS + weekS;
    await search.saveContact(tenantId, contactId, { ...next, expiresAtS });
  }
  throw new TemporarilyUnavailableError();
}

function detailWords(contact: Contact, identities: readonly StoredIdentity[]): readonly string[] {
  const ids = identities.flatMap(({ kind, id }) => (kind === 'conversation' ? [] : [id]));
  return wordsOf([contact.contactId, ...contactTexts(contact), ...ids.sort()].join(' · '));
}

const isCurrent = (stored: SearchedContact, next: SearchedContact) =>
  stored.words.join(' ') === next.words.join(' ') &&
  (stored.expiresAtS === null
    ? next.expiresAtS === null
    : next.expiresAtS !== null && stored.expiresAtS >= next.expiresAtS);

/**
 * A page of the contacts that have every word of the query, the newest first.
 * @param after the last contact of the page before
 * @throws `invalid_parameter` for a query without words, or with too many
 */
export async function searchContacts(
  {
    search,
    contacts,
  }: {
    readonly search: Pick<SearchIndex, 'searchContacts'>;
    readonly contacts: Pick<Contacts, 'findAll'>;
  },
  tenantId: string,
  { q, limit, after }: { readonly q: string; readonly limit: number; readonly after: string | null },
): Promise<Page<ContactRow>> {
  const ids = await search.searchContacts(tenantId, searchedWords(q));
  const rest = after === null ? ids : ids.filter((id) => id < after);
  const page = rest.slice(0, limit);
  const found = new Map((await contacts.findAll(tenantId, page)).map((one) => [one.contactId, one]));
  const items = page.flatMap((id) => found.get(id) ?? []).map(rowOf);
  return { items, cursor: rest.length > limit ? (page.at(-1) ?? null) : null };
}
