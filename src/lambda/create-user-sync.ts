import * as z from 'zod/mini';
import { createDynamodbClient, type RequestHandler } from '../aws/clients.ts';
import { createLog, createMetrics } from '../aws/cloudwatch-log.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { CognitoUserPool, createCognitoClient } from '../aws/user-pool.ts';
import { limits } from '../contract/limits.ts';
import { probeRecord } from '../contract/queue-records.ts';
import { directoryKeys, ofNoTenant } from '../domain/directory-keys.ts';
import { bounded } from '../middleware/deadline.ts';
import type { LambdaEntry } from '../middleware/lambda-entry.ts';
import { runUserSync, type SyncOutcome, type UserSync } from '../operations/users/sync-users.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const required = z.string().check(z.minLength(1));

/** Environment of the function. */
export const userSyncSettings = z.object({
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'user-sync'),
  TABLE_PREFIX: required,
  USER_POOL_ID: required,
});

export type UserSyncHandler = LambdaEntry<unknown, { readonly outcome: SyncOutcome | 'probed' }>;

/**
 * Creates the function of the user sync schedule, the only one that lists the user pool.
 * @param replace for tests that watch its calls
 * @throws Error when a setting is missing
 * @see design 9 "Users"
 */
export function createUserSync(
  env: Environment,
  replace: Partial<Pick<UserSync, 'nowMs' | 'metrics' | 'log'>> & {
    readonly requestHandler?: RequestHandler;
  } = {},
): UserSyncHandler {
  const { requestHandler, ...others } = replace;
  const { STAGE, POWERTOOLS_SERVICE_NAME, TABLE_PREFIX, USER_POOL_ID } = userSyncSettings.parse(env);
  const parts: UserSync = {
    pool: new CognitoUserPool(createCognitoClient(env, requestHandler), USER_POOL_ID),
    records: new DirectoryRecordsTable(createDynamodbClient(env, requestHandler), TABLE_PREFIX),
    metrics: createMetrics(STAGE),
    log: createLog(POWERTOOLS_SERVICE_NAME),
    nowMs: Date.now,
    ...others,
  };
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
