import type { AdminUser } from '../../contract/admin/users.ts';
import { roleName } from '../../contract/roles.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { UserNotFoundError } from '../../domain/user-errors.ts';
import type { PoolUser } from '../../ports/user-pool.ts';
import { joinAdmins } from './admins.ts';
import { type IndexedUser, isUnderWay, readIndexed } from './indexed-user.ts';
import type { UserAdministration } from './user-administration.ts';

type Parts = Pick<UserAdministration, 'pool' | 'records' | 'nowMs'>;

const triesMost = 5;

/** A user as the pool and the index know them. */
export interface KnownUser {
  readonly user: AdminUser;
  readonly indexed: IndexedUser;
  /** Of their entry in the index; null when there is none. */
  readonly revision: string | null;
  /** Where they stand once they are enabled. */
  readonly statusWhenEnabled: PoolUser['status'];
  readonly isChanging: boolean;
}

/** A user of the pool as the API tells of them. */
export function userOfPool(found: PoolUser): AdminUser {
  const { id, email, name, enabled, hasSecondFactor, createdAt } = found;
  const role = roleName.safeParse(found.role).data ?? null;
  const status = enabled ? found.status : 'disabled';
  return { id, email, name, role, status, hasSecondFactor: hasSecondFactor ?? false, createdAt };
}

/**
 * Reads a user, whom the pool is asked for, and mends their entry in the index where it says something else.
 * @throws UserNotFoundError also for another tenant's
 */
export async function readUser(parts: Parts, tenantId: string, userId: string): Promise<KnownUser> {
  for (let tries = 0; tries < triesMost; tries += 1) {
    // In this order: what the pool says is never older than the entry, which is written on condition.
    const record = await parts.records.find(tenantId, directoryKeys.user(userId));
    const found = await parts.pool.find(userId);
    const entry = readIndexed(record);
    const isChanging = isUnderWay(parts, entry);
    // The pool knows addresses too: who is asked for by one is not found.
    if (found?.tenantId !== tenantId || found.id !== userId) {
      if (record && !isChanging) await parts.records.remove(tenantId, record.sk, record);
      throw new UserNotFoundError();
    }
    const user = userOfPool(found);
    const now = indexedOf(found, entry);
    const known = { user, indexed: now, statusWhenEnabled: found.status, isChanging };
    if (record && (isChanging || isSame(entry, now))) return { ...known, revision: record.revision };
    const mended = await enterUser(parts, tenantId, user, now, record ?? 'nothing');
    // Whoever writes meanwhile is looked at again.
    if (mended !== null) return { ...known, revision: mended };
  }
  throw new TemporarilyUnavailableError();
}

/** Writes what the pool says of a user into the index. @returns the revision; null when something else was there */
export async function enterUser(
  parts: Pick<Parts, 'records' | 'nowMs'>,
  tenantId: string,
  { id, role, status }: AdminUser,
  entry: IndexedUser,
  expected: Parameters<typeof writeUser>[4],
): Promise<string | null> {
  const revision = await writeUser(parts, tenantId, id, entry, expected);
  if (revision !== null && role === 'admin' && status !== 'disabled') await joinAdmins(parts, tenantId, id);
  return revision;
}

/** The entry of a user as the pool knows them. @param before their entry so far, for what the pool does not tell */
export function indexedOf(found: PoolUser, before: IndexedUser | null): IndexedUser {
  const { id: _, ...user } = userOfPool(found);
  const hasSecondFactor = found.hasSecondFactor ?? before?.hasSecondFactor ?? false;
  return { ...user, hasSecondFactor, ...(before?.accessEndedAt && { accessEndedAt: before.accessEndedAt }) };
}

/** Whether an entry says just what another does. */
export function isSame(entry: IndexedUser | null, now: IndexedUser): boolean {
  if (!entry) return false;
  const keys = new Set([...Object.keys(entry), ...Object.keys(now)]) as Set<keyof IndexedUser>;
  return [...keys].every((key) => entry[key] === now[key]);
}

/** @returns the new revision; null when something else was there than expected */
export function writeUser(
  { records }: Pick<Parts, 'records'>,
  tenantId: string,
  userId: string,
  user: IndexedUser,
  expected: { readonly revision: string | null } | 'nothing',
): Promise<string | null> {
  return records.write(tenantId, { sk: directoryKeys.user(userId), attributes: user }, expected);
}
