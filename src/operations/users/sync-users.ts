import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { directoryKeys, ofNoTenant } from '../../domain/directory-keys.ts';
import { isProblem } from '../../domain/errors.ts';

import type { DirectoryRecord, DirectoryRecords } from '../../ports/directory-writer.ts';
import type { Log, Metrics } from '../../ports/observability.ts';
import type { PoolPage, PoolUser, UserPool } from '../../ports/users.ts';
import {
  indexedOf,
  isSame,
  isUnderWay,
  readIndexed,
  readUser,
  type UserAdministration,
} from './user-administration.ts';

/** What comparing the index with the pool uses. */
export type SyncParts = Pick<UserAdministration, 'pool' | 'nowMs'> & {
  readonly records: Pick<DirectoryRecords, 'find' | 'list' | 'listTenants' | 'write' | 'remove'>;
};

/** The position of a pass through the users of the pool, then through the entries of each tenant. */
export type SyncPlace =
  | { readonly reads: 'pool'; readonly after: string | null }
  | { readonly reads: 'index'; readonly tenantId: string; readonly after: string | null };

export const repairs = ['entered', 'changed', 'removed'] as const;
type Repair = (typeof repairs)[number];

/** A page that has been compared. */
export interface SyncStep {
  /** Users of the pool on it. */
  readonly users: number;
  readonly repaired: readonly Repair[];
  /** Null after the last. */
  readonly next: SyncPlace | null;
}

const perPage = 60;
const perRead = 100;
const askedAtOnce = 10;
export const firstPlace: SyncPlace = { reads: 'pool', after: null };

/**
 * Updates the index of users by tenant from the pool, which is authoritative, page by page, continuing where an
 * earlier run stopped. An entry is removed only if the pool says that the user doesn't exist; users that this run
 * has listed are known to exist.
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
    const repaired = await inTens(users, ({ tenantId, user }) => compare(parts, tenantId, user));
    place =
      page.next === null ? { reads: 'index', tenantId: '', after: null } : { ...place, after: page.next };
    yield { users: users.length, repaired, next: place };
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
      const repaired = await inTens(unlisted, (record) => repair(parts, tenantId, idOf(record), record));
      isMore = page.length === perRead;
      after = page.at(-1)?.sk ?? null;
      const following = left[at + 1];
      const next = isMore
        ? { tenantId, after }
        : following === undefined
          ? null
          : { tenantId: following, after: null };
      yield { users: 0, repaired, next: next && { reads: 'index', ...next } };
    }
  }
  if (left.length === 0) yield { users: 0, repaired: [], next: null };
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
    removed += step.repaired.filter((what) => what === 'removed').length;
  }
  return { users, removed };
}

/** A page of the pool may be older than the index: where they differ, the pool is asked once more. */
async function compare(parts: SyncParts, tenantId: string, listed: PoolUser): Promise<Repair | null> {
  const record = await parts.records.find(tenantId, directoryKeys.user(listed.id));
  const entry = readIndexed(record);
  return isSame(entry, indexedOf(listed, entry)) ? null : repair(parts, tenantId, listed.id, record);
}

async function repair(
  parts: SyncParts,
  tenantId: string,
  userId: string,
  record: DirectoryRecord | null,
): Promise<Repair | null> {
  try {
    const { revision } = await readUser(parts, tenantId, userId);
    if (revision === record?.revision) return null;
    return record ? 'changed' : 'entered';
  } catch (error) {
    if (!isProblem(error, 'user_not_found')) throw error;
    return record && !isUnderWay(parts, readIndexed(record)) ? 'removed' : null;
  }
}

async function inTens<T>(
  all: readonly T[],
  one: (item: T) => Promise<Repair | null>,
): Promise<readonly Repair[]> {
  const done: (Repair | null)[] = [];
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

/** What the job uses. */
export interface UserSync extends SyncParts {
  readonly metrics: Pick<Metrics, 'count' | 'time'>;
  readonly log: Pick<Log, 'info'>;
}

/**
 * The result of a run: `waiting` until the next pass is due, reached the `end` of one, `time-up`, or `overtaken`
 * by another run.
 */
export type SyncOutcome = 'waiting' | 'end' | 'time-up' | 'overtaken';

/** The job's progress, in an item of its own. */
const syncState = z.object({
  /** The start of the current or last pass, ISO 8601 UTC. */
  begunAt: z.string(),
  /** When the last whole pass began; before there was one, the first. */
  inLineAt: z.string(),
  /** The next position; null when it is done. */
  next: z.nullable(
    z.discriminatedUnion('reads', [
      z.object({ reads: z.literal('pool'), after: z.nullable(z.string()) }),
      z.object({ reads: z.literal('index'), tenantId: z.string(), after: z.nullable(z.string()) }),
    ]),
  ),
});
type SyncState = z.infer<typeof syncState>;

/**
 * Continues the current pass over all users, or starts one if the last is a day old. It stores its position after
 * each page, so that the next run continues after an outage or a timeout.
 * @param forMs no page is started after this time
 * @see design 9 "Users", docs/decisions/users.md
 */
export async function runUserSync(parts: UserSync, forMs: number): Promise<SyncOutcome> {
  const { records, metrics, log, nowMs } = parts;
  const startMs = nowMs();
  const kept = await records.find(ofNoTenant, directoryKeys.userSync);
  const state = syncState.safeParse(kept?.attributes).data ?? newState(startMs);
  metrics.time('UserSyncAgeMs', {}, startMs - Date.parse(state.inLineAt));
  if (state.next === null && startMs < Date.parse(state.begunAt) + limits.userSyncEveryMs) return 'waiting';
  const pass = state.next ? state : { ...state, begunAt: new Date(startMs).toISOString() };
  const seen = { users: 0, entered: 0, changed: 0, removed: 0 };
  let outcome: SyncOutcome | 'failed' = 'failed';
  let expected: Parameters<typeof records.write>[2] = kept ?? 'nothing';
  try {
    for await (const { users, repaired, next } of walkUsers(parts, pass.next ?? firstPlace)) {
      seen.users += users;
      for (const what of repaired) seen[what] += 1;
      const attributes: SyncState = next ? { ...pass, next } : { ...pass, inLineAt: pass.begunAt, next };
      const revision = await records.write(ofNoTenant, { sk: directoryKeys.userSync, attributes }, expected);
      if (revision === null) outcome = 'overtaken';
      else if (next === null) outcome = 'end';
      else if (nowMs() >= startMs + forMs) outcome = 'time-up';
      if (outcome !== 'failed') return outcome;
      expected = { revision };
    }
    return 'end';
  } finally {
    for (const what of repairs)
      if (seen[what] > 0) metrics.count('UsersMended', { operation: what }, seen[what]);
    log.info('the index of users was compared with the pool', { ...seen, outcome, begunAt: pass.begunAt });
  }
}

function newState(nowMs: number): SyncState {
  const at = new Date(nowMs).toISOString();
  return { begunAt: at, inLineAt: at, next: firstPlace };
}

/** Deletes a tenant's users, which requires reading all users. @returns how many there were */
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
  // A page token may name a user of the page: delete users only after all were read.
  if (!dryRun) for (const { id } of found) await pool.remove(id);
  return found.length;
}
