import type { Invitation } from '../../contract/admin/users.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { alreadyExists } from '../../domain/problems.ts';
import type { PoolUser } from '../../ports/users.ts';
import { assertNotAbove, type ChangedUser } from './change-user.ts';
import {
  enterUser,
  indexedOf,
  readUser,
  type UserAdministration,
  type UserManager,
  userOfPool,
} from './user-administration.ts';

/**
 * Invites a user to a tenant by email with a temporary password.
 * @throws `role_above_own`
 * @throws `already_exists` also when the address is a user's of another tenant: each is of one
 */
export async function inviteUser(
  parts: UserAdministration,
  manager: UserManager,
  { email, name, role }: Invitation,
): Promise<ChangedUser> {
  assertNotAbove(manager, role);
  const { tenantId } = manager;
  const resource = { kind: 'user', id: email };
  const changes = [{ path: 'role', before: null, after: role }];
  return parts.audited({ action: 'user.invite', resource, changes }, async () => {
    const created =
      (await parts.pool.create({ email, name, tenantId, role })) ??
      (await findLost(parts, tenantId, { email, role }));
    if (!created) throw alreadyExists('user', email);
    const user = userOfPool(created);
    const revision = await enterUser(parts, tenantId, user, indexedOf(created, null), 'nothing');
    // An existing index entry was added by a synchronization.
    return revision === null ? readUser(parts, tenantId, created.id) : { user, revision };
  });
}

/** Finds a user created by a call whose response was lost: invited with these values, and not in the index yet. */
async function findLost(
  { pool, records }: UserAdministration,
  tenantId: string,
  { email, role }: Invitation,
): Promise<PoolUser | null> {
  const found = await pool.find(email);
  if (found?.tenantId !== tenantId || found.role !== role || found.status !== 'invited') return null;
  return (await records.find(tenantId, directoryKeys.user(found.id))) ? null : found;
}
