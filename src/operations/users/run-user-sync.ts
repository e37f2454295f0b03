import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';
import { directoryKeys, ofNoTenant } from '../../domain/directory-keys.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { firstPlace, mendings, type SyncParts, walkUsers } from './sync-users.ts';

/** What the job takes. */
export interface UserSync extends SyncParts {
  readonly metrics: Pick<Metrics, 'count' | 'time'>;
  readonly log: Pick<Log, 'info'>;
}

/** What a run did: `waiting` for the next pass to be due, or got to the `end` of one, or as far as its time went, or left it to another run that is at it. */
export type SyncOutcome = 'waiting' | 'end' | 'time-up' | 'overtaken';

/** How far the job is, in one item of its own. */
const syncState = z.object({
  /** When the pass began that is under way, or else the last one. ISO 8601 UTC. */
  begunAt: z.string(),
  /** When the last whole pass began; before there was one, the first. */
  inLineAt: z.string(),
  /** Where the pass goes on; null when it is done. */
  next: z.nullable(
    z.discriminatedUnion('reads', [
      z.object({ reads: z.literal('pool'), after: z.nullable(z.string()) }),
      z.object({ reads: z.literal('index'), tenantId: z.string(), after: z.nullable(z.string()) }),
    ]),
  ),
});
type SyncState = z.infer<typeof syncState>;

/**
 * Goes on with the pass over all users that is under way, or begins one when the last is a day old; after each page it
 * notes where it is, so that whoever comes after an outage or at the end of its time goes on from there.
 * @param forMs no page is begun after that
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
    for await (const { users, mended, next } of walkUsers(parts, pass.next ?? firstPlace)) {
      seen.users += users;
      for (const what of mended) seen[what] += 1;
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
    for (const what of mendings)
      if (seen[what] > 0) metrics.count('UsersMended', { operation: what }, seen[what]);
    log.info('the index of users was compared with the pool', { ...seen, outcome, begunAt: pass.begunAt });
  }
}

function newState(nowMs: number): SyncState {
  const at = new Date(nowMs).toISOString();
  return { begunAt: at, inLineAt: at, next: firstPlace };
}
