import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { AgentLoadsTable } from '../aws/agent-loads-table.ts';
import { AuditTable } from '../aws/audit-table.ts';
import { type AwsClients, awsDeadlines, createAwsClients } from '../aws/clients.ts';
import { createLog, createMetrics } from '../aws/cloudwatch-log.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DeadLettersTable } from '../aws/dead-letters.ts';
import { idKeys } from '../aws/deployment-secrets.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { EventBridgeBus } from '../aws/event-bus.ts';
import { FilesTable } from '../aws/files-table.ts';
import { InboxFeedTable, InboxIndexTable, PresenceTable, TypingTable } from '../aws/inbox-tables.ts';
import { RequestClaimsTable } from '../aws/request-claims-table.ts';
import { S3Addresses } from '../aws/s3-objects.ts';
import { SendPacingTable } from '../aws/send-pacing-table.ts';
import { SqsQueue } from '../aws/sqs-queue.ts';
import { TemplatesTable } from '../aws/templates-table.ts';
import { TenantAllowanceTable } from '../aws/tenant-allowance-table.ts';
import { allTenantSecrets } from '../aws/tenant-secret-store.ts';
import { TurnLogTables } from '../aws/turn-log-tables.ts';
import { UserAccessTable } from '../aws/user-access-table.ts';
import { guardedHttpClient } from '../clients/guarded-http-client.ts';
import { limits } from '../contract/limits.ts';
import type { FlowState } from '../engine/interfaces.ts';
import { createSettledTurns } from '../operations/turn/settle-turn.ts';
import { type InboxRoutesPorts, inboxPreloads, inboxRoutes } from './admin/inbox-routes.ts';
import { type AdminHandler, serveAdmin } from './admin/serve-admin.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Parts that a test may replace. */
export interface InboxReplacements {
  readonly clients?: AwsClients;
  readonly nowMs?: () => number;
  readonly pause?: (ms: number) => Promise<void>;
}

const required = z.string().check(z.minLength(1));

/** Environment of the function behind the routes of handoffs. */
export const inboxSettings = z.object({
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'admin-desk'),
  TABLE_PREFIX: required,
  EVENT_BUS_NAME: required,
  TURNS_QUEUE_URL: required,
  CONTINUATIONS_QUEUE_URL: required,
  TENANT_SECRET_PREFIX: required,
  FILES_BUCKET: required,
  FILES_QUEUE_URL: z._default(z.string(), ''),
  /** Origins besides public https ones where a provider may be, separated by commas. */
  ALLOWED_HTTP_ORIGINS: z._default(z.string(), ''),
  OUTBOUND_QUEUE_URL: required,
  CHORES_QUEUE_URL: required,
  /** Key of derived ids, in plain on a laptop only; cursors of lists are signed with it. */
  ID_SECRET: z.optional(required),
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: z.optional(required),
  /** Separated by commas. */
  ADMIN_ORIGINS: z._default(z.string(), ''),
});

/**
 * Creates the function of the handoff routes: the only part of the admin API that commits and publishes turns and
 * continues flows.
 * @throws Error when a setting is missing
 * @see handoff.md 2.1
 */
export function createInbox(env: Environment, replace: InboxReplacements = {}): AdminHandler {
  const settings = inboxSettings.parse(env);
  const { nowMs = Date.now, pause = setTimeout } = replace;
  const parts = {
    admin: composeInbox(env, settings, replace.clients ?? createAwsClients(env), { nowMs, pause }),
    adminOrigins: settings.ADMIN_ORIGINS.split(',').filter(Boolean),
  };
  return serveAdmin(parts, inboxRoutes, inboxPreloads);
}

function composeInbox(
  env: Environment,
  settings: z.infer<typeof inboxSettings>,
  clients: AwsClients,
  { nowMs, pause }: Required<Pick<InboxReplacements, 'nowMs' | 'pause'>>,
): InboxRoutesPorts {
  const { dynamodb, events, secrets } = clients;
  const { TABLE_PREFIX: prefix, EVENT_BUS_NAME, TURNS_QUEUE_URL, CONTINUATIONS_QUEUE_URL } = settings;
  return {
    directory: new DirectoryTable(dynamodb, prefix, nowMs),
    access: new UserAccessTable(dynamodb, prefix, nowMs),
    records: new DirectoryRecordsTable(dynamodb, prefix),
    audit: new AuditTable(dynamodb, prefix),
    claims: new RequestClaimsTable(dynamodb, prefix, nowMs),
    idKeys: idKeys(settings, secrets, nowMs),
    conversations: new ConversationsTable<FlowState>(dynamodb, prefix),
    turnLog: new TurnLogTables(dynamodb, prefix, nowMs),
    deadLetters: new DeadLettersTable(dynamodb, prefix),
    inboxIndex: new InboxIndexTable(dynamodb, prefix, nowMs),
    typing: new TypingTable(dynamodb, prefix, nowMs),
    feed: new InboxFeedTable(dynamodb, prefix, nowMs),
    templates: new TemplatesTable(dynamodb, prefix, nowMs),
    sendingSecrets: allTenantSecrets(secrets, settings.TENANT_SECRET_PREFIX, nowMs),
    http: guardedHttpClient({ allowedOrigins: settings.ALLOWED_HTTP_ORIGINS.split(',').filter(Boolean) }),
    files: new FilesTable(dynamodb, prefix),
    addresses: new S3Addresses(env, settings.FILES_BUCKET, nowMs),
    fileJobs: new SqsQueue(clients, settings.FILES_QUEUE_URL),
    uploadAllowance: new TenantAllowanceTable(clients, prefix, nowMs, {
      suffix: 'uploads',
      windowMs: limits.uploadWindowMs,
    }),
    pacing: new SendPacingTable(dynamodb, prefix, nowMs),
    presence: new PresenceTable(dynamodb, prefix, nowMs),
    bus: new EventBridgeBus(events, EVENT_BUS_NAME),
    centers: new SqsQueue(clients, settings.OUTBOUND_QUEUE_URL),
    backgroundJobs: new SqsQueue(clients, settings.CHORES_QUEUE_URL),
    loads: new AgentLoadsTable(dynamodb, prefix, nowMs),
    queue: new SqsQueue(clients, TURNS_QUEUE_URL),
    continuations: new SqsQueue(clients, CONTINUATIONS_QUEUE_URL),
    settled: createSettledTurns(nowMs),
    deadlines: awsDeadlines(1),
    metrics: createMetrics(settings.STAGE),
    log: createLog(settings.POWERTOOLS_SERVICE_NAME),
    nowMs,
    random: Math.random,
    pause,
  };
}
