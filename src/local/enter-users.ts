import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { CognitoUserPool, createCognitoClient } from '../aws/user-pool.ts';
import { syncUsers } from '../operations/users/sync-users.ts';
import type { Backends } from './start-backends.ts';

/** Enters the users of the pool in the directory, as `gateway user sync` does: those of the demo are in no index yet. */
export async function enterUsers({ env, clients }: Pick<Backends, 'env' | 'clients'>): Promise<void> {
  const { USER_POOL_ID }: Readonly<Record<string, string | undefined>> = env;
  // Cognito's endpoint is somebody else's, and the pool is not said.
  if (!USER_POOL_ID) return;
  const cognito = createCognitoClient(env);
  const pool = new CognitoUserPool(cognito, USER_POOL_ID);
  const records = new DirectoryRecordsTable(clients.dynamodb, env.TABLE_PREFIX);
  await syncUsers({ pool, records, nowMs: Date.now });
  cognito.destroy();
}
