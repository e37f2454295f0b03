import type { UserAccount } from '../../contract/admin/users.ts';
import type { RoleName } from '../../contract/roles.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { UserPool } from '../../ports/users.ts';
import { type Change, type ChangedUser, changeUser } from './change-user.ts';
import type { NamedUser, UserAdministration, UserManager } from './user-administration.ts';

type ChangeOf<More> = (
  parts: UserAdministration,
  manager: UserManager,
  asked: NamedUser & More,
) => Promise<ChangedUser>;

/** One kind of change, by what is asked for. */
const changing =
  <More = object>(of: (pool: UserPool, asked: More) => Change): ChangeOf<More> =>
  (parts, manager, asked) =>
    changeUser(parts, manager, asked, of(parts.pool, asked));

/** Gives a user another role. A lower one holds within a minute, a higher one from their next token on. @throws as changeUser */
export const setUserRole = changing<{ readonly role: RoleName }>((pool, { role }) => ({
  action: 'user.set-role',
  next: () => ({ role }),
  make: ({ id }) => pool.setRole(id, role),
}));

/** Ends a user's access within a minute, until they are enabled. @throws as changeUser */
export const disableUser = changing((pool) => ({
  action: 'user.disable',
  next: () => ({ status: 'disabled' }),
  endsAccess: true,
  make: ({ id }) => pool.disable(id),
}));

/** Lets a disabled user sign in again. @throws as changeUser */
export const enableUser = changing((pool) => ({
  action: 'user.enable',
  next: ({ statusWhenEnabled }) => ({ status: statusWhenEnabled }),
  make: ({ id }) => pool.enable(id),
}));

/**
 * Ends a user's sessions everywhere, including the caller's own: earlier tokens are rejected within a minute.
 * @throws as changeUser
 */
export const signUserOut = changing((pool) => ({
  action: 'user.sign-out',
  next: () => ({}),
  endsAccess: true,
  toOneself: true,
  make: ({ id }) => pool.signOut(id),
}));

/** Has a user choose a new password with a mailed code; who is invited is mailed another invitation. @throws `user_disabled`, and as changeUser */
export const resetUserPassword = changing((pool) => ({
  action: 'user.reset-password',
  next: ({ user }) => (user.status === 'invited' ? {} : { status: 'reset_required' }),
  check: assertEnabled,
  make: ({ id, email, status }) => (status === 'invited' ? pool.inviteAgain(email) : pool.resetPassword(id)),
}));

/** Resets a user's two-factor authentication. @throws as changeUser */
export const resetUserFactor = changing((pool) => ({
  action: 'user.reset-mfa',
  next: () => ({ hasSecondFactor: false }),
  make: ({ id }) => pool.forgetSecondFactor(id),
}));

/** Deletes a user. @throws as changeUser */
export async function deleteUser(
  parts: UserAdministration,
  manager: UserManager,
  named: NamedUser,
): Promise<void> {
  const { revision } = await changeUser(parts, manager, named, {
    action: 'user.delete',
    // For users with a valid token, until the entry is deleted, too.
    next: () => ({ status: 'disabled' }),
    endsAccess: true,
    make: ({ id }) => parts.pool.remove(id),
  });
  await parts.records.remove(manager.tenantId, directoryKeys.user(named.userId), { revision });
}

function assertEnabled({ status }: UserAccount): void {
  if (status === 'disabled') throw new GatewayError('user_disabled');
}
