import type { PoolPage, PoolUser, UserPool } from '../../ports/user-pool.ts';

const perPage = 60;

/**
 * Deletes a tenant's users, whom only reading all of them finds.
 * @returns how many there were
 */
export async function removeUsersOf(
  pool: Pick<UserPool, 'list' | 'remove'>,
  tenantId: string,
  dryRun: boolean,
): Promise<number> {
  const found: PoolUser[] = [];
  for (let after: string | null = null, isMore = true; isMore; ) {
    const page: PoolPage | null = await pool.list(perPage, after);
    if (page) found.push(...page.users.filter((user) => user.tenantId === tenantId));
    else found.length = 0;
    after = page?.next ?? null;
    isMore = page === null || page.next !== null;
  }
  // A page's mark may name somebody who is on it: they go when all have been read.
  if (!dryRun) for (const { id } of found) await pool.remove(id);
  return found.length;
}
