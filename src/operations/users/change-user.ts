import type { UserAccount } from '../../contract/admin/users.ts';
import { allows, type RoleName, roleNames } from '../../contract/roles.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { GatewayError, TemporarilyUnavailableError } from '../../domain/errors.ts';
import { preconditionFailed, roleAboveOwn, userBusy } from '../../domain/problems.ts';
import {
  type IndexedUser,
  isCounted,
  joinAdmins,
  type KnownUser,
  leaveAdmins,
  type NamedUser,
  readUser,
  type UserAdministration,
  type UserManager,
  writeUser,
} from './user-administration.ts';

/** A user as they are answered, with the revision of their entry. */
export interface ChangedUser {
  readonly user: UserAccount;
  readonly revision: string | null;
}

/** The fields that can change. */
const changeable = ['role', 'status', 'hasSecondFactor'] as const;

/** One kind of change. */
export interface Change {
  readonly action: string;
  /** The new values. */
  readonly next: (known: KnownUser) => Partial<Pick<UserAccount, (typeof changeable)[number]>>;
  /** Revokes the tokens that they hold. */
  readonly endsAccess?: boolean;
  /** Whether users may do it to themselves. */
  readonly toOneself?: boolean;
  /** @throws GatewayError for a state in which it can't be done */
  readonly check?: (user: UserAccount) => void;
  /** Makes it in the pool. @returns false when there is no such user */
  readonly make: (user: UserAccount) => Promise<boolean>;
}

/**
 * Changes a user: first in the index, by which requests are authorized, then in the pool. A crash in between
 * leaves an entry that allows no more than either, and that the next reader repairs.
 * @throws `user_not_found`, `own_account`, `role_above_own`, `last_admin`, `user_busy`, `precondition_failed`
 * @see design 9 "Users", docs/decisions/users.md
 */
export async function changeUser(
  parts: UserAdministration,
  manager: UserManager,
  { userId, revision }: NamedUser,
  change: Change,
): Promise<ChangedUser> {
  const known = await readUser(parts, manager.tenantId, userId);
  if (revision !== undefined && revision !== known.revision)
    throw preconditionFailed(known.revision, known.user);
  if (known.isChanging) throw userBusy();
  const { user } = known;
  const next = { ...user, ...change.next(known) };
  if (manager.id === userId && !change.toOneself) throw new GatewayError('own_account');
  assertNotAbove(manager, user.role);
  assertNotAbove(manager, next.role);
  change.check?.(user);
  return parts.audited(
    { action: change.action, resource: { kind: 'user', id: userId }, changes: changesOf(user, next) },
    () => make(parts, manager.tenantId, { known, next }, change),
  );
}

async function make(
  parts: UserAdministration,
  tenantId: string,
  { known, next }: { readonly known: KnownUser; readonly next: UserAccount },
  change: Change,
): Promise<ChangedUser> {
  const { user } = known;
  const [isAdmin, staysAdmin] = [isCounted(stateOf(user)), isCounted(stateOf(next))];
  const at = new Date(parts.nowMs()).toISOString();
  const ended = change.endsAccess ? { accessEndedAt: at } : {};
  let revision = known.revision;
  const write = async (entry: IndexedUser) => {
    const written = await writeUser(parts, tenantId, user.id, entry, { revision });
    if (written === null) throw userBusy();
    revision = written;
    return written;
  };
  if (isAdmin && !staysAdmin) {
    await write({ ...known.indexed, changingSince: at });
    try {
      await leaveAdmins(parts, tenantId, user.id);
    } catch (error) {
      await write(known.indexed);
      throw error;
    }
  }
  await write({ ...known.indexed, ...leastOf(user, next), ...ended, changingSince: at });
  try {
    if (!(await change.make(user))) throw new GatewayError('user_not_found');
  } catch (error) {
    // A call without a response may still take effect.
    if (!(error instanceof TemporarilyUnavailableError))
      await settle(parts, tenantId, { userId: user.id, revision, ended });
    throw error;
  }
  if (next.role === 'admin' && next.status !== 'disabled')
    await joinAdmins(parts, tenantId, user.id, 'theirs');
  if (mayAnswer(user) && !mayAnswer(next)) await parts.giveBack(tenantId, user.id);
  const { role, status, hasSecondFactor } = next;
  return { user: next, revision: await write({ ...known.indexed, role, status, hasSecondFactor, ...ended }) };
}

/** After a rejected call, the pool has the truth. If it can't be read now, the next reader repairs the entry. */
async function settle(
  parts: UserAdministration,
  tenantId: string,
  { userId, revision, ended }: { userId: string; revision: string | null; ended: Partial<IndexedUser> },
): Promise<void> {
  const record = await parts.records.find(tenantId, directoryKeys.user(userId)).catch(() => null);
  if (!record || record.revision !== revision) return;
  const { changingSince: _, ...attributes } = record.attributes;
  await parts.records
    .write(tenantId, { sk: record.sk, attributes: { ...attributes, ...ended } }, record)
    .then(() => readUser(parts, tenantId, userId))
    .catch(() => undefined);
}

/** During a change, the user has only the rights of both roles. */
function leastOf(user: UserAccount, next: UserAccount): Pick<UserAccount, 'role' | 'status'> {
  const isRaised = rankOf(next.role) > rankOf(user.role);
  return {
    role: isRaised ? user.role : next.role,
    status: user.status === 'disabled' ? user.status : next.status,
  };
}

/** @throws `role_above_own` */
export function assertNotAbove({ role: own }: UserManager, role: RoleName | null): void {
  if (role !== null && rankOf(role) > rankOf(own)) throw roleAboveOwn(own, role);
}

function rankOf(role: RoleName | null): number {
  return role === null ? -1 : roleNames.indexOf(role);
}

function stateOf({ role, status }: UserAccount) {
  return { role, status, enabled: status !== 'disabled' };
}

/** Whether a user may reply to visitors. */
function mayAnswer({ role, status }: UserAccount): boolean {
  return role !== null && status !== 'disabled' && allows([role], 'conversations:answer');
}

function changesOf(user: UserAccount, next: UserAccount) {
  return changeable.flatMap((path) =>
    next[path] === user[path] ? [] : [{ path, before: user[path], after: next[path] }],
  );
}
