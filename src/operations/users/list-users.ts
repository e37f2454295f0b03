import type { Page } from '../../contract/admin/lists.ts';
import type { AdminUser } from '../../contract/admin/users.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { UserNotFoundError } from '../../domain/user-errors.ts';
import type { DirectoryRecord } from '../../ports/directory-records.ts';
import { readIndexed } from './indexed-user.ts';
import { readUser } from './known-user.ts';
import type { UserAdministration, UserManager } from './user-administration.ts';

const askedAtOnce = 10;

/**
 * A page of a tenant's users, by their ids. The pool is asked for those whose state changes without us: who is invited,
 * or owes a new password, or was being changed, or had no second factor yet, which a list of Cognito's does not tell.
 * @param after the id of the last user of the page before
 */
export async function listUsers(
  parts: Pick<UserAdministration, 'pool' | 'records' | 'nowMs'>,
  { tenantId }: Pick<UserManager, 'tenantId'>,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<Page<AdminUser>> {
  const records = await parts.records.list(tenantId, directoryKeys.users, {
    limit: limit + 1,
    ...(after !== null && { after: directoryKeys.user(after) }),
  });
  const page = records.slice(0, limit);
  const items: AdminUser[] = [];
  for (let from = 0; from < page.length; from += askedAtOnce) {
    const some = page.slice(from, from + askedAtOnce);
    const users = await Promise.all(some.map((record) => describe(parts, tenantId, record)));
    items.push(...users.filter((user) => user !== null));
  }
  const last = page.at(-1);
  return { items, cursor: records.length > limit && last ? idOf(last) : null };
}

async function describe(
  parts: Pick<UserAdministration, 'pool' | 'records' | 'nowMs'>,
  tenantId: string,
  record: DirectoryRecord,
): Promise<AdminUser | null> {
  const entry = readIndexed(record);
  const isSettled = entry?.status === 'active' || entry?.status === 'disabled';
  if (entry?.hasSecondFactor && isSettled && entry.changingSince === undefined) {
    const { changingSince: _, accessEndedAt: __, ...user } = entry;
    return { id: idOf(record), ...user };
  }
  try {
    return (await readUser(parts, tenantId, idOf(record))).user;
  } catch (error) {
    if (error instanceof UserNotFoundError) return null;
    throw error;
  }
}

function idOf({ sk }: DirectoryRecord): string {
  return sk.slice(directoryKeys.users.length);
}
