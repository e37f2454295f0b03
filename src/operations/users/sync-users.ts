import { identifier } from '../../contract/vocabulary.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { UserNotFoundError } from '../../domain/user-errors.ts';
import type { DirectoryRecord, DirectoryRecords } from '../../ports/directory-records.ts';
import type { PoolUser } from '../../ports/user-pool.ts';
import { isUnderWay, readIndexed } from './indexed-user.ts';
import { indexedOf, isSame, readUser } from './known-user.ts';
import type { UserAdministration } from './user-administration.ts';

/** What comparing the index of users with the pool takes. */
export type SyncParts = Pick<UserAdministration, 'pool' | 'nowMs'> & {
  readonly records: Pick<DirectoryRecords, 'find' | 'list' | 'listTenants' | 'write' | 'remove'>;
};

/** Where a walk goes on: through the users of the pool, then through the entries of each tenant. */
export type SyncPlace =
  | { readonly reads: 'pool'; readonly after: string | null }
  | { readonly reads: 'index'; readonly tenantId: string; readonly after: string | null };

export const mendings = ['entered', 'changed', 'removed'] as const;
type Mended = (typeof mendings)[number];

/** A page that has been compared. */
export interface SyncStep {
  /** Users of the pool on it. */
  readonly users: number;
  readonly mended: readonly Mended[];
  /** Null after the last. */
  readonly next: SyncPlace | null;
}

const perPage = 60;
const perRead = 100;
const askedAtOnce = 10;
export const firstPlace: SyncPlace = { reads: 'pool', after: null };

/**
 * Brings the index of users by tenant in line with the pool, which is the authority, page by page, from wherever an
 * earlier walk got to. An entry is taken for nobody's only once the pool says so: what this walk has listed itself merely
 * spares it the question.
 * @see design 9 "Users", docs/decisions/users.md
 */
export async function* walkUsers(parts: SyncParts, from: SyncPlace = firstPlace): AsyncGenerator<SyncStep> {
  const listed = new Set<string>();
  let place = from;
  while (place.reads === 'pool') {
    const page: Awaited<ReturnType<typeof parts.pool.list>> = await parts.pool.list(perPage, place.after);
    if (page === null) {
      place = firstPlace;
      continue;
    }
    const users = page.users.flatMap((user) => {
      const tenantId = identifier.safeParse(user.tenantId).data;
      return tenantId === undefined ? [] : [{ tenantId, user }];
    });
    for (const { tenantId, user } of users) listed.add(nameOf(tenantId, user.id));
    const mended = await inTens(users, ({ tenantId, user }) => compare(parts, tenantId, user));
    place =
      page.next === null ? { reads: 'index', tenantId: '', after: null } : { ...place, after: page.next };
    yield { users: users.length, mended, next: place };
  }
  const tenants = await parts.records.listTenants({ limit: Number.MAX_SAFE_INTEGER });
  const left = tenants.map(({ tenantId }) => tenantId).filter((tenantId) => tenantId >= place.tenantId);
  for (const [at, tenantId] of left.entries()) {
    for (let after = tenantId === place.tenantId ? place.after : null, isMore = true; isMore; ) {
      const page = await parts.records.list(tenantId, directoryKeys.users, {
        limit: perRead,
        ...(after !== null && { after }),
      });
      const unlisted = page.filter((record) => !listed.has(nameOf(tenantId, idOf(record))));
      const mended = await inTens(unlisted, (record) => mend(parts, tenantId, idOf(record), record));
      isMore = page.length === perRead;
      after = page.at(-1)?.sk ?? null;
      const following = left[at + 1];
      const next = isMore
        ? { tenantId, after }
        : following === undefined
          ? null
          : { tenantId: following, after: null };
      yield { users: 0, mended, next: next && { reads: 'index', ...next } };
    }
  }
  if (left.length === 0) yield { users: 0, mended: [], next: null };
}

/**
 * Walks through all of them at once.
 * @returns how many users there are, and how many entries of the index were of nobody
 */
export async function syncUsers(
  parts: SyncParts,
): Promise<{ readonly users: number; readonly removed: number }> {
  let users = 0;
  let removed = 0;
  for await (const step of walkUsers(parts)) {
    users += step.users;
    removed += step.mended.filter((what) => what === 'removed').length;
  }
  return { users, removed };
}

/** A page of the pool may be older than the index: where they differ, the pool is asked once more. */
async function compare(parts: SyncParts, tenantId: string, listed: PoolUser): Promise<Mended | null> {
  const record = await parts.records.find(tenantId, directoryKeys.user(listed.id));
  const entry = readIndexed(record);
  return isSame(entry, indexedOf(listed, entry)) ? null : mend(parts, tenantId, listed.id, record);
}

async function mend(
  parts: SyncParts,
  tenantId: string,
  userId: string,
  record: DirectoryRecord | null,
): Promise<Mended | null> {
  try {
    const { revision } = await readUser(parts, tenantId, userId);
    if (revision === record?.revision) return null;
    return record ? 'changed' : 'entered';
  } catch (error) {
    if (!(error instanceof UserNotFoundError)) throw error;
    return record && !isUnderWay(parts, readIndexed(record)) ? 'removed' : null;
  }
}

async function inTens<T>(
  all: readonly T[],
  one: (item: T) => Promise<Mended | null>,
): Promise<readonly Mended[]> {
  const done: (Mended | null)[] = [];
  for (let from = 0; from < all.length; from += askedAtOnce)
    done.push(...(await Promise.all(all.slice(from, from + askedAtOnce).map(one))));
  return done.filter((what) => what !== null);
}

function nameOf(tenantId: string, userId: string): string {
  return `${tenantId} ${userId}`;
}

function idOf({ sk }: DirectoryRecord): string {
  return sk.slice(directoryKeys.users.length);
}
