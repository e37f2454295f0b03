import * as z from 'zod/mini';
import type { AuditEntry } from '../../contract/admin/audit.ts';
import type { Page } from '../../contract/admin/lists.ts';
import { type UserAccount, userAccount } from '../../contract/admin/users.ts';
import { limits } from '../../contract/limits.ts';
import { type RoleName, roleName } from '../../contract/roles.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { GatewayError, isProblem, TemporarilyUnavailableError } from '../../domain/errors.ts';

import type { DirectoryRecord, DirectoryRecords } from '../../ports/directory-writer.ts';
import type { BackgroundJobs } from '../../ports/handoff.ts';
import type { Log } from '../../ports/observability.ts';
import type { PoolUser, UserPool } from '../../ports/users.ts';
import { type PageQuery, pageOfRecords } from '../admin/records.ts';

/** A change of a user for the audit log. */
export type UserChange = Pick<AuditEntry, 'action' | 'resource' | 'changes'>;

/** What managing a tenant's users uses. */
export interface UserAdministration {
  /** The authority. */
  readonly pool: UserPool;
  /** Keeps the index of users by tenant, which the pool can't list by. */
  readonly records: Pick<DirectoryRecords, 'find' | 'list' | 'write' | 'remove'>;
  readonly nowMs: () => number;
  /**
   * Releases the conversations of a user who may no longer reply. A lost request is harmless, since the schedule
   * checks, too.
   */
  readonly giveBack: (tenantId: string, userId: string) => Promise<void>;
  /** Makes a change with its audit entry. */
  readonly audited: <T>(change: UserChange, make: () => Promise<T>) => Promise<T>;
}

/** Who manages, in which tenant; `id` is null for the command line. */
export interface UserManager {
  readonly id: string | null;
  readonly role: RoleName;
  readonly tenantId: string;
}

/** A user, and the revision that the caller has read, if it matters. */
export interface NamedUser {
  readonly userId: string;
  readonly revision?: string | undefined;
}

type Parts = Pick<UserAdministration, 'pool' | 'records'>;

const triesMost = 10;
const perRead = 100;
const adminsItem = z.object({ ids: z.array(z.string()) });
const isAdminItem = z.object({ role: z.literal('admin') });

/**
 * Removes a user from the list of a tenant's admins, before they stop being one: only listed admins count. The
 * list is one item with conditional writes, so that two admins can't remove each other.
 * @throws `last_admin` when no other is left who is enabled and has signed in
 * @see design 9 "Users"
 */
export async function leaveAdmins(parts: Parts, tenantId: string, userId: string): Promise<void> {
  for (let tries = 0; tries < triesMost; tries += 1) {
    const { ids, expected } = await readAdmins(parts, tenantId);
    const others = ids.filter((id) => id !== userId);
    if (!(await isAnyAdmin(parts, tenantId, others))) throw new GatewayError('last_admin');
    if (await writeAdmins(parts, tenantId, others, expected)) return;
  }
  throw new TemporarilyUnavailableError();
}

/**
 * Adds a user to the list of admins, after they became one.
 * @param change `theirs`: by the process that is changing them; `none`: not during a change, which may be removing them
 */
export async function joinAdmins(
  parts: Pick<Parts, 'records'> & { readonly nowMs: () => number },
  tenantId: string,
  userId: string,
  change: 'theirs' | 'none' = 'none',
): Promise<void> {
  for (let tries = 0; tries < triesMost; tries += 1) {
    // In this order: a change that begins after the second read takes them off after this write, or has it fail.
    const { ids, expected } = await readAdmins(parts, tenantId);
    const record = await parts.records.find(tenantId, directoryKeys.user(userId));
    if (change === 'none' && isUnderWay(parts, readIndexed(record))) return;
    if (ids.includes(userId) && expected !== 'nothing') return;
    if (await writeAdmins(parts, tenantId, [...new Set([...ids, userId])], expected)) return;
  }
  throw new TemporarilyUnavailableError();
}

/** Reads the list of a tenant's admins, with its revision. */
export async function readAdmins({ records }: Pick<Parts, 'records'>, tenantId: string) {
  const record = await records.find(tenantId, directoryKeys.admins);
  const listed = adminsItem.safeParse(record?.attributes).data;
  if (record && listed) return { ids: listed.ids, expected: record };
  // A tenant from before there was a list.
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await records.list(tenantId, directoryKeys.users, {
      limit: perRead,
      ...(after !== undefined && { after }),
    });
    for (const { sk, attributes } of page)
      if (isAdminItem.safeParse(attributes).success) ids.push(sk.slice(directoryKeys.users.length));
    if (page.length < perRead) return { ids, expected: record ?? ('nothing' as const) };
    after = page.at(-1)?.sk;
  }
}

async function writeAdmins(
  { records }: Pick<Parts, 'records'>,
  tenantId: string,
  ids: readonly string[],
  expected: Parameters<Parts['records']['write']>[2],
): Promise<boolean> {
  const record = { sk: directoryKeys.admins, attributes: { ids: [...ids] } };
  return (await records.write(tenantId, record, expected)) !== null;
}

/** Reads from the pool: the index may be older than a change in Cognito's own console. */
async function isAnyAdmin({ pool }: Pick<Parts, 'pool'>, tenantId: string, ids: readonly string[]) {
  for (const id of ids) {
    const user = await pool.find(id);
    if (user?.tenantId === tenantId && isCounted(user)) return true;
  }
  return false;
}

/** Whether a user counts as an admin: one who never signed in doesn't. */
export function isCounted(user: {
  readonly role: string | null;
  readonly enabled: boolean;
  readonly status: string;
}): boolean {
  return user.role === 'admin' && user.enabled && user.status !== 'invited';
}

type KnownUserParts = Pick<UserAdministration, 'pool' | 'records' | 'nowMs'>;

const knownUserTriesMost = 5;

/** A user as the pool and the index know them. */
export interface KnownUser {
  readonly user: UserAccount;
  readonly indexed: IndexedUser;
  /** The revision of their index entry; null without one. */
  readonly revision: string | null;
  /** Their status once they are enabled. */
  readonly statusWhenEnabled: PoolUser['status'];
  readonly isChanging: boolean;
}

/** Converts a user of the pool for the API. */
export function userOfPool(found: PoolUser): UserAccount {
  const { id, email, name, enabled, hasSecondFactor, createdAt } = found;
  const role = roleName.safeParse(found.role).data ?? null;
  const status = enabled ? found.status : 'disabled';
  return { id, email, name, role, status, hasSecondFactor: hasSecondFactor ?? false, createdAt };
}

/**
 * Reads a user from the pool and repairs a differing index entry.
 * @throws `user_not_found` also for another tenant's
 */
export async function readUser(parts: KnownUserParts, tenantId: string, userId: string): Promise<KnownUser> {
  for (let tries = 0; tries < knownUserTriesMost; tries += 1) {
    // In this order, so that the pool's data is never older than the entry, which is written conditionally.
    const record = await parts.records.find(tenantId, directoryKeys.user(userId));
    const found = await parts.pool.find(userId);
    const entry = readIndexed(record);
    const isChanging = isUnderWay(parts, entry);
    // The pool also accepts email addresses: a user requested by one isn't found.
    if (found?.tenantId !== tenantId || found.id !== userId) {
      if (record && !isChanging) await parts.records.remove(tenantId, record.sk, record);
      throw new GatewayError('user_not_found');
    }
    const user = userOfPool(found);
    const now = indexedOf(found, entry);
    const known = { user, indexed: now, statusWhenEnabled: found.status, isChanging };
    if (record && (isChanging || isSame(entry, now))) return { ...known, revision: record.revision };
    const repaired = await enterUser(parts, tenantId, user, now, record ?? 'nothing');
    // Concurrent writes are checked again.
    if (repaired !== null) return { ...known, revision: repaired };
  }
  throw new TemporarilyUnavailableError();
}

/** Writes the pool's data of a user into the index. @returns the revision; null if the entry had changed */
export async function enterUser(
  parts: Pick<KnownUserParts, 'records' | 'nowMs'>,
  tenantId: string,
  { id, role, status }: UserAccount,
  entry: IndexedUser,
  expected: Parameters<typeof writeUser>[4],
): Promise<string | null> {
  const revision = await writeUser(parts, tenantId, id, entry, expected);
  if (revision !== null && role === 'admin' && status !== 'disabled') await joinAdmins(parts, tenantId, id);
  return revision;
}

/** Returns the index entry of a user. @param before the previous entry, for what the pool doesn't have */
export function indexedOf(found: PoolUser, before: IndexedUser | null): IndexedUser {
  const { id: _, ...user } = userOfPool(found);
  const hasSecondFactor = found.hasSecondFactor ?? before?.hasSecondFactor ?? false;
  return { ...user, hasSecondFactor, ...(before?.accessEndedAt && { accessEndedAt: before.accessEndedAt }) };
}

/** Whether two entries are equal. */
export function isSame(entry: IndexedUser | null, now: IndexedUser): boolean {
  if (!entry) return false;
  const keys = new Set([...Object.keys(entry), ...Object.keys(now)]) as Set<keyof IndexedUser>;
  return [...keys].every((key) => entry[key] === now[key]);
}

/** @returns the new revision; null when something else was there than expected */
export function writeUser(
  { records }: Pick<KnownUserParts, 'records'>,
  tenantId: string,
  userId: string,
  user: IndexedUser,
  expected: { readonly revision: string | null } | 'nothing',
): Promise<string | null> {
  return records.write(tenantId, { sk: directoryKeys.user(userId), attributes: user }, expected);
}

/** An entry of the index: the user, and what the pool does not tell. */
const indexedUser = z.object({
  ...z.omit(userAccount, { id: true }).shape,
  /** Missing in older entries. */
  hasSecondFactor: z._default(z.boolean(), false),
  /** Tokens of sign-ins before it are refused. ISO 8601 UTC. */
  accessEndedAt: z.optional(z.string()),
  /** The start of a change in progress, ISO 8601 UTC; a crashed one is not waited for. */
  changingSince: z.optional(z.string()),
});
export type IndexedUser = z.infer<typeof indexedUser>;

/** Returns an entry of the index; null if unreadable. */
export function readIndexed(record: DirectoryRecord | null): IndexedUser | null {
  return indexedUser.safeParse(record?.attributes).data ?? null;
}

/** Whether a change is still pending. */
export function isUnderWay({ nowMs }: { readonly nowMs: () => number }, entry: IndexedUser | null): boolean {
  return (
    entry?.changingSince !== undefined && Date.parse(entry.changingSince) + limits.userChangeMs > nowMs()
  );
}

/**
 * Lets the schedule release a user's conversations: at once, and again when no token of theirs is accepted any
 * more. It also checks every hour, so that a lost request only costs time.
 */
export function enqueueRelease(jobs: BackgroundJobs, log: Log): UserAdministration['giveBack'] {
  return async (tenantId, userId) => {
    const tasks = [{ kind: 'give-back', tenantId, userId }] as const;
    try {
      await Promise.all([jobs.enqueue(tasks), jobs.enqueue(tasks, limits.giveBackAgainS)]);
    } catch (error) {
      log.error('what somebody has who may answer no more is given back later', error, { tenantId, userId });
    }
  };
}

const askedAtOnce = 10;

/**
 * A page of a tenant's users, by their ids. The pool is asked for those whose state changes without us: who is invited,
 * or owes a new password, or was being changed, or had no second factor yet, which a list of Cognito's does not tell.
 * @param after the id of the last user of the page before
 */
export async function listUsers(
  parts: Pick<UserAdministration, 'pool' | 'records' | 'nowMs'>,
  { tenantId }: Pick<UserManager, 'tenantId'>,
  query: PageQuery,
): Promise<Page<UserAccount>> {
  const { items: page, cursor } = await pageOfRecords(parts, { tenantId }, directoryKeys.users, query);
  const items: UserAccount[] = [];
  for (let from = 0; from < page.length; from += askedAtOnce) {
    const some = page.slice(from, from + askedAtOnce);
    const users = await Promise.all(some.map((record) => describe(parts, tenantId, record)));
    items.push(...users.filter((user) => user !== null));
  }
  return { items, cursor };
}

async function describe(
  parts: Pick<UserAdministration, 'pool' | 'records' | 'nowMs'>,
  tenantId: string,
  record: DirectoryRecord,
): Promise<UserAccount | null> {
  const entry = readIndexed(record);
  const isSettled = entry?.status === 'active' || entry?.status === 'disabled';
  if (entry?.hasSecondFactor && isSettled && entry.changingSince === undefined) {
    const { changingSince: _, accessEndedAt: __, ...user } = entry;
    return { id: idOf(record), ...user };
  }
  try {
    return (await readUser(parts, tenantId, idOf(record))).user;
  } catch (error) {
    if (isProblem(error, 'user_not_found')) return null;
    throw error;
  }
}

function idOf({ sk }: DirectoryRecord): string {
  return sk.slice(directoryKeys.users.length);
}
