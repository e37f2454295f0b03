import * as z from 'zod/mini';
import { AuditTable } from '../aws/audit-table.ts';
import { ChoreQueue } from '../aws/chore-queue.ts';
import {
  createDynamodbClient,
  createSecretsClient,
  createSqsClient,
  type RequestHandler,
} from '../aws/clients.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { RequestClaimsTable } from '../aws/request-claims-table.ts';
import { UserAccessTable } from '../aws/user-access-table.ts';
import { CognitoUserPool, createCognitoClient } from '../aws/user-pool.ts';
import { handOutGiveBack } from '../operations/users/hand-out-give-back.ts';
import { type AdminHandler, serveAdmin } from './admin/serve-admin.ts';
import { type UserPorts, userRoutes } from './admin/user-routes.ts';
import { createLog } from './log.ts';
import { idKeys } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const required = z.string().check(z.minLength(1));

/** Environment of the function behind the routes of users. */
export const adminUsersSettings = z.object({
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'admin-users'),
  TABLE_PREFIX: required,
  USER_POOL_ID: required,
  CHORES_QUEUE_URL: required,
  /** Key of derived ids, in plain on a laptop only; cursors of lists are signed with it. */
  ID_SECRET: z.optional(required),
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: z.optional(required),
  /** Separated by commas. */
  ADMIN_ORIGINS: z._default(z.string(), ''),
});

/**
 * The admin API's routes of users: a function of its own, the only one that may change the user pool.
 * @param requestHandler for tests that watch its calls
 * @throws Error when a setting is missing
 * @see design 9
 */
export function createAdminUsers(env: Environment, requestHandler?: RequestHandler): AdminHandler {
  const settings = adminUsersSettings.parse(env);
  const { TABLE_PREFIX: prefix, USER_POOL_ID, ADMIN_ORIGINS, POWERTOOLS_SERVICE_NAME } = settings;
  const dynamodb = createDynamodbClient(env, requestHandler);
  const nowMs = Date.now;
  const log = createLog(POWERTOOLS_SERVICE_NAME);
  const admin: UserPorts = {
    directory: new DirectoryTable(dynamodb, prefix, nowMs),
    access: new UserAccessTable(dynamodb, prefix, nowMs),
    records: new DirectoryRecordsTable(dynamodb, prefix),
    audit: new AuditTable(dynamodb, prefix),
    claims: new RequestClaimsTable(dynamodb, prefix, nowMs),
    idKeys: idKeys(settings, createSecretsClient(env, requestHandler), nowMs),
    pool: new CognitoUserPool(createCognitoClient(env, requestHandler), USER_POOL_ID),
    giveBack: handOutGiveBack(
      new ChoreQueue(createSqsClient(env, requestHandler), settings.CHORES_QUEUE_URL),
      log,
    ),
    log,
    nowMs,
    random: Math.random,
  };
  const parts = { admin, adminOrigins: ADMIN_ORIGINS.split(',').filter(Boolean) };
  return serveAdmin(parts, userRoutes);
}
