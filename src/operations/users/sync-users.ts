import { limits } from '../../contract/limits.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { UserNotFoundError } from '../../domain/user-errors.ts';
import type { PoolUser } from '../../ports/user-pool.ts';
import { readIndexed } from './indexed-user.ts';
import { indexedOf, isSame, readUser } from './known-user.ts';
import type { UserAdministration } from './user-administration.ts';

type Parts = Pick<UserAdministration, 'pool' | 'records' | 'nowMs'>;

const perPage = 60;
const perRead = 100;

/**
 * Brings the index of users by tenant in line with the pool, which is the authority: for users of before there was an
 * index, and for what was done in Cognito's own console.
 * @returns how many users there are, and how many entries of the index were of nobody
 */
export async function syncUsers(parts: Parts): Promise<{ readonly users: number; readonly removed: number }> {
  // The pool has a clock of its own.
  const startedAtMs = parts.nowMs() - limits.userChangeMs;
  const idsByTenant = new Map<string, Set<string>>();
  let users = 0;
  for (let after: string | null = null, isMore = true; isMore; ) {
    const page = await parts.pool.list(perPage, after);
    for (const user of page.users) {
      const tenantId = identifier.safeParse(user.tenantId).data;
      if (tenantId === undefined) continue;
      users += 1;
      const ids = idsByTenant.get(tenantId) ?? new Set();
      idsByTenant.set(tenantId, ids.add(user.id));
      await enter(parts, tenantId, user);
    }
    after = page.next;
    isMore = page.next !== null;
  }
  let removed = 0;
  for (const [tenantId, ids] of idsByTenant) removed += await removeOthers(parts, tenantId, ids, startedAtMs);
  return { users, removed };
}

/** A page of the pool may be older than the index: where they differ, the pool is asked once more. */
async function enter(parts: Parts, tenantId: string, listed: PoolUser): Promise<void> {
  const entry = readIndexed(await parts.records.find(tenantId, directoryKeys.user(listed.id)));
  if (isSame(entry, indexedOf(listed, entry))) return;
  await readUser(parts, tenantId, listed.id).catch((error: unknown) => {
    // Removed since they were listed.
    if (!(error instanceof UserNotFoundError)) throw error;
  });
}

/** Whoever came after the pool was asked is left alone. */
async function removeOthers(
  { records }: Parts,
  tenantId: string,
  ids: ReadonlySet<string>,
  startedAtMs: number,
): Promise<number> {
  let removed = 0;
  for (let after: string | undefined; ; ) {
    const page = await records.list(tenantId, directoryKeys.users, {
      limit: perRead,
      ...(after !== undefined && { after }),
    });
    for (const record of page) {
      const entry = readIndexed(record);
      const isNew = entry !== null && Date.parse(entry.createdAt) >= startedAtMs;
      if (isNew || ids.has(record.sk.slice(directoryKeys.users.length))) continue;
      if (await records.remove(tenantId, record.sk, record)) removed += 1;
    }
    if (page.length < perRead) return removed;
    after = page.at(-1)?.sk;
  }
}
