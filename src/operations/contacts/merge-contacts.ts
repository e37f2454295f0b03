import { limits } from '../../contract/limits.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import type { Contacts, Edited } from '../../ports/contacts.ts';
import type { SearchIndex } from '../../ports/search.ts';

const attempts = 5;

/**
 * Makes two contacts one, since their identities are proven to be one person's: what belongs to `from` becomes
 * `into`'s, and what agents entered about the latter has priority. A repeated call continues.
 * @throws TemporarilyUnavailableError when agents keep changing them
 */
export async function mergeContacts(
  { contacts, search }: { readonly contacts: Contacts; readonly search: Pick<SearchIndex, 'eraseContact'> },
  tenantId: string,
  from: string,
  into: string,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [loser, winner] = await Promise.all([contacts.find(tenantId, from), contacts.find(tenantId, into)]);
    if (loser) {
      // The identities last: while they lead to `from`, a repeated call continues.
      const edited = mergedEdits(loser.edited, winner?.edited ?? null);
      if (loser.edited && edited && !(await contacts.save(tenantId, into, edited, winner))) continue;
      if (loser.confirmed && !winner?.confirmed)
        await contacts.confirmEmail(tenantId, into, loser.confirmed.email, loser.confirmed.atMs);
      if (!(await contacts.remove(tenantId, from, loser))) continue;
    }
    await search.eraseContact(tenantId, from);
    for (const identity of await contacts.identitiesOf(tenantId, from))
      await contacts.claim(tenantId, { ...identity, contactId: into }, identity);
    if (!(await contacts.find(tenantId, from))) return;
  }
  throw new TemporarilyUnavailableError();
}

function mergedEdits(loser: Edited | null, winner: Edited | null): Omit<Edited, 'revision'> | null {
  if (!loser || !winner) return loser ?? winner;
  const { attributes: theirs, labels: theirLabels = [] } = loser.details;
  const { attributes: own, labels: ownLabels = [] } = winner.details;
  return {
    ...winner,
    details: {
      ...loser.details,
      ...winner.details,
      attributes: Object.fromEntries(
        Object.entries({ ...own, ...theirs, ...own }).slice(0, limits.contactAttributes),
      ),
      labels: [...new Set([...ownLabels, ...theirLabels])].slice(0, limits.contactLabels),
    },
  };
}
