import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { AuditTable } from '../aws/audit-table.ts';
import { SqsCenterQueue } from '../aws/center-queue.ts';
import { type AwsClients, awsPatience, createAwsClients } from '../aws/clients.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DeadLettersTable } from '../aws/dead-letters-table.ts';
import { DeliveriesTable } from '../aws/deliveries-table.ts';
import { DeskFeedTable } from '../aws/desk-feed-table.ts';
import { DeskIndexTable } from '../aws/desk-index-table.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { EventBridgeBus } from '../aws/event-bus.ts';
import { FileQueue } from '../aws/file-queue.ts';
import { FilesTable } from '../aws/files-table.ts';
import { PeopleTable } from '../aws/people-table.ts';
import { PresenceTable } from '../aws/presence-table.ts';
import { RequestClaimsTable } from '../aws/request-claims-table.ts';
import { S3Addresses } from '../aws/s3-addresses.ts';
import { allTenantSecrets } from '../aws/secrets-manager.ts';
import { SendPacingTable } from '../aws/send-pacing-table.ts';
import { ServiceKeysTable } from '../aws/service-keys-table.ts';
import { TemplatesTable } from '../aws/templates-table.ts';
import { TenantAllowanceTable } from '../aws/tenant-allowance-table.ts';
import { TurnLogTables } from '../aws/turn-log-tables.ts';
import { SqsTurnQueue } from '../aws/turn-queue.ts';
import { TypingTable } from '../aws/typing-table.ts';
import { UserAccessTable } from '../aws/user-access-table.ts';
import { guardedHttpClient } from '../clients/guarded-http-client.ts';
import { limits } from '../contract/limits.ts';
import type { FlowState } from '../engine/interfaces.ts';
import { createSettledTurns } from '../operations/turn/settle-turn.ts';
import type { AdminHandler } from './admin/serve-admin.ts';
import type { DeskReplacements } from './create-admin-desk.ts';
import { createLog, createMetrics } from './log.ts';
import { type ServicePorts, serveService } from './service/serve-service.ts';
import { idKeys } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const required = z.string().check(z.minLength(1));

/** Environment of the function behind the routes of systems. */
export const serviceSettings = z.object({
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'service'),
  TABLE_PREFIX: required,
  EVENT_BUS_NAME: required,
  TURNS_QUEUE_URL: required,
  CONTINUATIONS_QUEUE_URL: required,
  TENANT_SECRET_PREFIX: required,
  /** Origins besides public https ones where a provider may be, separated by commas. */
  ALLOWED_HTTP_ORIGINS: z._default(z.string(), ''),
  FILES_BUCKET: required,
  FILES_QUEUE_URL: required,
  OUTBOUND_QUEUE_URL: required,
  /** Key of derived ids, in plain on a laptop only. */
  ID_SECRET: z.optional(required),
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: z.optional(required),
});
type Settings = z.infer<typeof serviceSettings>;

/**
 * What systems with a service key may do: a function of its own, since API Gateway checks nothing before it.
 * @throws Error when a setting is missing
 * @see handoff.md 5
 */
export function createService(env: Environment, replace: DeskReplacements = {}): AdminHandler {
  const settings = serviceSettings.parse(env);
  const clients = replace.clients ?? createAwsClients(env);
  const ports = composeService(settings, env, clients, replace.nowMs ?? Date.now);
  return serveService(ports);
}

function composeService(
  settings: Settings,
  env: Environment,
  clients: AwsClients,
  nowMs: () => number,
): ServicePorts {
  const { dynamodb, events, secrets, sqs } = clients;
  const { TABLE_PREFIX: prefix, TURNS_QUEUE_URL, CONTINUATIONS_QUEUE_URL } = settings;
  return {
    keys: new ServiceKeysTable(dynamodb, prefix, nowMs),
    allowance: new TenantAllowanceTable(clients, prefix, nowMs, {
      suffix: 'requests',
      windowMs: limits.rateWindowMs,
    }),
    uploadAllowance: new TenantAllowanceTable(clients, prefix, nowMs, {
      suffix: 'uploads',
      windowMs: limits.uploadWindowMs,
    }),
    directory: new DirectoryTable(dynamodb, prefix, nowMs),
    access: new UserAccessTable(dynamodb, prefix, nowMs),
    records: new DirectoryRecordsTable(dynamodb, prefix),
    audit: new AuditTable(dynamodb, prefix),
    claims: new RequestClaimsTable(dynamodb, prefix, nowMs),
    people: new PeopleTable(dynamodb, prefix),
    idKeys: idKeys(settings, secrets, nowMs),
    conversations: new ConversationsTable<FlowState>(dynamodb, prefix),
    turnLog: new TurnLogTables(dynamodb, prefix, nowMs),
    deliveries: new DeliveriesTable(dynamodb, prefix, nowMs),
    files: new FilesTable(dynamodb, prefix),
    fileChores: new FileQueue(sqs, settings.FILES_QUEUE_URL),
    centers: new SqsCenterQueue(sqs, settings.OUTBOUND_QUEUE_URL),
    addresses: new S3Addresses(env, settings.FILES_BUCKET, nowMs),
    deadLetters: new DeadLettersTable(dynamodb, prefix),
    deskIndex: new DeskIndexTable(dynamodb, prefix, nowMs),
    typing: new TypingTable(dynamodb, prefix, nowMs),
    feed: new DeskFeedTable(dynamodb, prefix, nowMs),
    pacing: new SendPacingTable(dynamodb, prefix, nowMs),
    presence: new PresenceTable(dynamodb, prefix, nowMs),
    templates: new TemplatesTable(dynamodb, prefix, nowMs),
    sendingSecrets: allTenantSecrets(secrets, settings.TENANT_SECRET_PREFIX, nowMs),
    http: guardedHttpClient({ allowedOrigins: settings.ALLOWED_HTTP_ORIGINS.split(',').filter(Boolean) }),
    bus: new EventBridgeBus(events, settings.EVENT_BUS_NAME),
    queue: new SqsTurnQueue(sqs, TURNS_QUEUE_URL),
    continuations: new SqsTurnQueue(sqs, CONTINUATIONS_QUEUE_URL),
    settled: createSettledTurns(nowMs),
    patience: awsPatience(1),
    metrics: createMetrics(settings.STAGE),
    log: createLog(settings.POWERTOOLS_SERVICE_NAME),
    nowMs,
    random: Math.random,
    pause: setTimeout,
  };
}
