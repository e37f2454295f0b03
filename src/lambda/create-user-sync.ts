import { limits } from '../contract/limits.ts';
import { probeRecord } from '../contract/queue-records.ts';
import { directoryKeys, ofNoTenant } from '../domain/directory-keys.ts';
import type { LambdaEntry } from '../middleware/lambda-entry.ts';
import { bounded } from '../middleware/lambda-entry.ts';
import { runUserSync, type SyncOutcome, type UserSync } from '../operations/users/sync-users.ts';
import * as ports from './ports.ts';

export type UserSyncHandler = LambdaEntry<unknown, { readonly outcome: SyncOutcome | 'probed' }>;

/**
 * Creates the function of the user sync schedule, the only one that lists the user pool.
 * @throws Error when a setting is missing
 * @see design 9 "Users"
 */
export function createUserSync(
  env: ports.Environment,
  replace: ports.Replacements<UserSync> = {},
): UserSyncHandler {
  const parts = ports.portsOf<UserSync>(
    env,
    { log: ports.log, metrics: ports.metrics, pool: ports.pool, records: ports.records },
    replace,
  );
  return bounded(async (event: unknown) => {
    const isProbe = probeRecord.safeParse(event).success;
    return { outcome: isProbe ? await probe(parts) : await runUserSync(parts, limits.userSyncRunMs) };
  });
}

/** Reads what every run reads, and changes nothing. */
async function probe({ pool, records }: UserSync): Promise<'probed'> {
  await Promise.all([pool.list(1, null), records.find(ofNoTenant, directoryKeys.userSync)]);
  return 'probed';
}
