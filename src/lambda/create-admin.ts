import * as z from 'zod/mini';
import { AuditTable } from '../aws/audit-table.ts';
import { ChannelHealthTable } from '../aws/channel-health-table.ts';
import { type AwsClients, createDynamodbClient, createSecretsClient } from '../aws/clients.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DeliveriesTable } from '../aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../aws/delivery-cursors-table.ts';
import { DeskFeedTable } from '../aws/desk-feed-table.ts';
import { DeskIndexTable } from '../aws/desk-index-table.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { FilesTable } from '../aws/files-table.ts';
import { RefusedDaysTable } from '../aws/refusal-counts-table.ts';
import { RefusedOriginsTable } from '../aws/refused-origins-table.ts';
import { RequestClaimsTable } from '../aws/request-claims-table.ts';
import { RunCountsTable } from '../aws/run-counts-table.ts';
import { RunListTable } from '../aws/run-list-table.ts';
import { S3Addresses } from '../aws/s3-addresses.ts';
import { secretsManagerTenantSecrets } from '../aws/secrets-manager.ts';
import { SendPacingTable } from '../aws/send-pacing-table.ts';
import { SecretsManagerTenantSecretStore } from '../aws/tenant-secret-store.ts';
import { TurnLogTables } from '../aws/turn-log-tables.ts';
import { UserAccessTable } from '../aws/user-access-table.ts';
import { WaitingRepliesTable } from '../aws/waiting-replies-table.ts';
import { guardedHttpClient } from '../clients/guarded-http-client.ts';
import { refusedAddress } from '../clients/refused-address.ts';
import type { DirectoryOperation } from '../contract/admin/routes.ts';
import type { FlowState } from '../engine/interfaces.ts';
import type { Admin } from '../operations/admin/admin.ts';
import type { Log } from '../ports/log.ts';
import { channelRoutes } from './admin/channel-routes.ts';
import {
  auditRoutes,
  conversationRoutes,
  handoffSettingsRoutes,
  tenantRoutes,
  widgetRoutes,
} from './admin/directory-routes.ts';
import { flowRoutes } from './admin/flow-routes.ts';
import { reportRoutes } from './admin/report-routes.ts';
import { type AdminHandler, type AdminOperations, serveAdmin } from './admin/serve-admin.ts';
import { serviceKeyRoutes } from './admin/service-key-routes.ts';
import { textRoutes } from './admin/text-routes.ts';
import { createLog } from './log.ts';
import { idKeys } from './settings.ts';
import { verifyTokens } from './verify-tokens.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a test may put in the place of the real thing. */
export interface AdminReplacements {
  readonly clients?: Pick<AwsClients, 'dynamodb' | 'secrets'>;
  readonly nowMs?: () => number;
  readonly log?: Log;
}

const operations: Required<Pick<AdminOperations<Admin>, DirectoryOperation>> = {
  ...flowRoutes,
  ...widgetRoutes,
  ...channelRoutes,
  ...conversationRoutes,
  ...reportRoutes,
  ...tenantRoutes,
  ...handoffSettingsRoutes,
  ...auditRoutes,
  ...serviceKeyRoutes,
  ...textRoutes,
};

const required = z.string().check(z.minLength(1));

/** Environment of the admin API's function. */
export const adminFunctionSettings = z.object({
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'admin'),
  TABLE_PREFIX: required,
  TENANT_SECRET_PREFIX: required,
  /** Origins besides public https ones that tested flows may call, separated by commas. */
  ALLOWED_HTTP_ORIGINS: z._default(z.string(), ''),
  /** Tokens of the first chat app's subscription handshake, separated by commas; in plain on a laptop only. */
  WEBHOOK_VERIFY_TOKENS: z.optional(required),
  /** Secret that holds the tokens, everywhere else. */
  WEBHOOK_VERIFY_TOKENS_ARN: z.optional(required),
  /** Key of derived ids, in plain on a laptop only; cursors of lists are signed with it. */
  ID_SECRET: z.optional(required),
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: z.optional(required),
  FILES_BUCKET: required,
  /** Separated by commas. */
  ADMIN_ORIGINS: z._default(z.string(), ''),
});
type Settings = z.infer<typeof adminFunctionSettings>;

/**
 * The admin API: a function of its own, so that neither the public path's permissions nor its bundle grow.
 * @throws Error when a setting is missing
 * @see design 9
 */
export function createAdmin(env: Environment, replace: AdminReplacements = {}): AdminHandler {
  const settings = adminFunctionSettings.parse(env);
  const parts = {
    admin: composeAdmin(settings, env, replace),
    adminOrigins: settings.ADMIN_ORIGINS.split(',').filter(Boolean),
  };
  return serveAdmin(parts, operations);
}

function composeAdmin(settings: Settings, env: Environment, replace: AdminReplacements): Admin {
  const { TABLE_PREFIX, TENANT_SECRET_PREFIX, ALLOWED_HTTP_ORIGINS, POWERTOOLS_SERVICE_NAME } = settings;
  const allowedOrigins = ALLOWED_HTTP_ORIGINS.split(',').filter(Boolean);
  const { nowMs = Date.now } = replace;
  const dynamodb = replace.clients?.dynamodb ?? createDynamodbClient(env);
  const secrets = replace.clients?.secrets ?? createSecretsClient(env);
  return {
    directory: new DirectoryTable(dynamodb, TABLE_PREFIX, nowMs),
    access: new UserAccessTable(dynamodb, TABLE_PREFIX, nowMs),
    records: new DirectoryRecordsTable(dynamodb, TABLE_PREFIX),
    audit: new AuditTable(dynamodb, TABLE_PREFIX),
    claims: new RequestClaimsTable(dynamodb, TABLE_PREFIX, nowMs),
    secrets: secretsManagerTenantSecrets(secrets, TENANT_SECRET_PREFIX, nowMs),
    http: guardedHttpClient({ allowedOrigins }),
    refusedAddress: (address) => refusedAddress(address, allowedOrigins),
    conversations: new ConversationsTable<FlowState>(dynamodb, TABLE_PREFIX),
    files: new FilesTable(dynamodb, TABLE_PREFIX),
    addresses: new S3Addresses(env, settings.FILES_BUCKET, nowMs),
    turnLog: new TurnLogTables(dynamodb, TABLE_PREFIX, nowMs),
    feed: new DeskFeedTable(dynamodb, TABLE_PREFIX, nowMs),
    deliveries: new DeliveriesTable(dynamodb, TABLE_PREFIX, nowMs),
    cursors: new DeliveryCursorsTable(dynamodb, TABLE_PREFIX, nowMs),
    pacing: new SendPacingTable(dynamodb, TABLE_PREFIX, nowMs),
    waiting: new WaitingRepliesTable(dynamodb, TABLE_PREFIX, nowMs),
    health: new ChannelHealthTable(dynamodb, TABLE_PREFIX, nowMs),
    refusedOrigins: new RefusedOriginsTable(dynamodb, TABLE_PREFIX, nowMs),
    refusedDays: new RefusedDaysTable(dynamodb, TABLE_PREFIX, nowMs),
    runList: new RunListTable(dynamodb, TABLE_PREFIX),
    counts: new RunCountsTable(dynamodb, TABLE_PREFIX, nowMs),
    deskIndex: new DeskIndexTable(dynamodb, TABLE_PREFIX, nowMs),
    secretStore: new SecretsManagerTenantSecretStore(secrets, TENANT_SECRET_PREFIX),
    verifyTokens: verifyTokens(settings, secrets, nowMs),
    idKeys: idKeys(settings, secrets, nowMs),
    log: replace.log ?? createLog(POWERTOOLS_SERVICE_NAME),
    nowMs,
    random: Math.random,
  };
}
