import { setTimeout } from 'node:timers/promises';
import { AdmissionsTable } from '../aws/admissions-table.ts';
import { AnsweringTeamsTable } from '../aws/answering-teams-table.ts';
import { type AwsClients, awsDeadlines, createAwsClients } from '../aws/clients.ts';
import { createLog, createMetrics } from '../aws/cloudwatch-log.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DeadLettersTable } from '../aws/dead-letters.ts';
import { idKeys } from '../aws/deployment-secrets.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { EventBridgeBus } from '../aws/event-bus.ts';
import { FilesTable } from '../aws/files-table.ts';
import { InboxIndexTable, PresenceTable, TypingTable } from '../aws/inbox-tables.ts';
import { CacheVersions } from '../aws/items.ts';
import { MailsTable } from '../aws/mails-table.ts';
import { RefusalsTable } from '../aws/refusals-table.ts';
import { TokenCountsTable } from '../aws/run-counts-table.ts';
import { S3Addresses } from '../aws/s3-objects.ts';
import { WidgetSightingsTable } from '../aws/sightings-table.ts';
import { SqsQueue } from '../aws/sqs-queue.ts';
import { TenantAllowanceTable } from '../aws/tenant-allowance-table.ts';
import { secretsManagerTenantSecrets } from '../aws/tenant-secret-store.ts';
import { TurnLogTables } from '../aws/turn-log-tables.ts';
import { guardedHttpClient } from '../clients/guarded-http-client.ts';
import { limits } from '../contract/limits.ts';
import { mailLimits } from '../contract/mail.ts';
import type { FlowState } from '../engine/interfaces.ts';
import type { VisitorGateway } from '../operations/gateway.ts';
import { createSettledTurns } from '../operations/turn/settle-turn.ts';
import type { HttpClient } from '../ports/http-client.ts';
import type { Log, Metrics } from '../ports/observability.ts';
import { llmClient } from './llm-client.ts';
import { readSettings } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Parts that a test, or a preview of a flow, may replace. */
export interface Replacements {
  readonly log?: Log;
  readonly clients?: AwsClients;
  readonly metrics?: Metrics;
  readonly nowMs?: () => number;
  readonly random?: () => number;
  /** Due conversations read at a time. */
  readonly duePage?: number;
  readonly pause?: (ms: number) => Promise<void>;
  readonly http?: HttpClient;
}

/**
 * Wires the ports of visitors' own requests to AWS from the environment; calls nothing yet.
 * @throws Error that names the settings missing
 */
export function composeVisitorGateway(env: Environment, replace: Replacements = {}): VisitorGateway {
  const settings = readSettings(env);
  const clients = replace.clients ?? createAwsClients(env);
  const { nowMs = Date.now, random = Math.random, pause = setTimeout } = replace;
  const { secrets } = clients;
  const prefix = settings.TABLE_PREFIX;
  const cacheVersions = new CacheVersions(nowMs);
  const allowanceOf = (suffix: string, windowMs: number) =>
    new TenantAllowanceTable(clients, prefix, nowMs, { suffix, windowMs });
  return {
    directory: new DirectoryTable(clients.dynamodb, prefix, nowMs, cacheVersions),
    secrets: secretsManagerTenantSecrets(secrets, settings.TENANT_SECRET_PREFIX, nowMs, cacheVersions),
    files: new FilesTable(clients.dynamodb, prefix),
    addresses: new S3Addresses(env, settings.FILES_BUCKET, nowMs),
    fileJobs: new SqsQueue(clients, settings.FILES_QUEUE_URL),
    deadLetters: new DeadLettersTable(clients.dynamodb, prefix),
    answeringTeams: new AnsweringTeamsTable(clients.dynamodb, prefix, nowMs),
    sightings: new WidgetSightingsTable(clients.dynamodb, prefix, nowMs),
    refusals: new RefusalsTable(clients.dynamodb, prefix, nowMs),
    inboxIndex: new InboxIndexTable(clients.dynamodb, prefix, nowMs),
    presence: new PresenceTable(clients.dynamodb, prefix, nowMs),
    records: new DirectoryRecordsTable(clients.dynamodb, prefix),
    typing: new TypingTable(clients.dynamodb, prefix, nowMs),
    centers: new SqsQueue(clients, settings.OUTBOUND_QUEUE_URL),
    backgroundJobs: new SqsQueue(clients, settings.CHORES_QUEUE_URL),
    metrics: replace.metrics ?? createMetrics(settings.STAGE),
    conversations: new ConversationsTable<FlowState>(clients.dynamodb, prefix, {
      cacheVersions,
      pageSize: replace.duePage,
      nowMs,
    }),
    turnLog: new TurnLogTables(clients.dynamodb, prefix, nowMs),
    admissions: new AdmissionsTable(clients.dynamodb, prefix, { nowMs, random }),
    allowance: new TenantAllowanceTable(clients, prefix, nowMs),
    sessionAllowance: allowanceOf('sessions', limits.rateWindowMs),
    pollAllowance: allowanceOf('polls', limits.pollHoldMs),
    uploadAllowance: allowanceOf('uploads', limits.uploadWindowMs),
    mailAllowance: allowanceOf('mails', mailLimits.hourMs),
    mails: new MailsTable(clients.dynamodb, prefix, nowMs),
    mailQueue: new SqsQueue(clients, settings.RUNS_QUEUE_URL),
    bus: new EventBridgeBus(clients.events, settings.EVENT_BUS_NAME),
    queue: new SqsQueue(clients, settings.TURNS_QUEUE_URL),
    continuations: new SqsQueue(clients, settings.CONTINUATIONS_QUEUE_URL),
    http:
      replace.http ??
      guardedHttpClient({ allowedOrigins: settings.ALLOWED_HTTP_ORIGINS.split(',').filter(Boolean) }),
    llm: llmClient(settings, env),
    tokens: new TokenCountsTable(clients.dynamodb, prefix, nowMs),
    log: replace.log ?? createLog(settings.POWERTOOLS_SERVICE_NAME),
    nowMs,
    random,
    pause,
    deadlines: awsDeadlines(settings.PATIENCE),
    idKeys: idKeys(settings, secrets, nowMs),
    settled: createSettledTurns(nowMs),
  };
}
