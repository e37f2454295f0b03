import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { type AwsClients, createDynamodbClient, createSecretsClient } from '../aws/clients.ts';
import { createLog, createMetrics } from '../aws/cloudwatch-log.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { FilesTable } from '../aws/files-table.ts';
import { createS3Client, S3Objects } from '../aws/s3-objects.ts';
import { allTenantSecrets } from '../aws/tenant-secret-store.ts';
import { guardedHttpClient } from '../clients/guarded-http-client.ts';
import type { FlowState } from '../engine/interfaces.ts';
import { bounded } from '../middleware/deadline.ts';
import type { LambdaEntry } from '../middleware/lambda-entry.ts';
import { batchEntry } from '../middleware/partial-batch.ts';
import type { FilesPorts } from '../operations/files/read-address.ts';
import { serveFileRecord, sweepFiles } from '../operations/files/serve-file-record.ts';
import type { FileObjects, FileScan } from '../ports/files.ts';
import type { Log } from '../ports/observability.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves records of the queue of files, and the hour's sweep. */
export type FilesHandler = LambdaEntry<unknown, SQSBatchResponse | undefined>;

/** Parts that a test, or a deployment with its own scanner, may replace. */
export interface FilesReplacements {
  readonly clients?: Pick<AwsClients, 'dynamodb' | 'secrets'>;
  readonly objects?: FileObjects;
  readonly scan?: FileScan;
  readonly log?: Log;
  readonly nowMs?: () => number;
}

const required = z.string().check(z.minLength(1));

/** Environment of the function that moves files. */
export const filesFunctionSettings = z.object({
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'files'),
  TABLE_PREFIX: required,
  TENANT_SECRET_PREFIX: required,
  FILES_BUCKET: required,
  /** Origins besides public https ones that files are fetched from, separated by commas. */
  ALLOWED_HTTP_ORIGINS: z._default(z.string(), ''),
});

/** The scanner of a deployment without one. @see docs/decisions/files.md */
const noScan: FileScan = { scan: async () => null };

/**
 * The function that moves people's files: a bundle of its own, since no other needs S3's client, and a role that no
 * function behind HTTP has.
 * @throws Error when a setting is missing
 * @see design 14
 */
export function createFiles(env: Environment, replace: FilesReplacements = {}): FilesHandler {
  const settings = filesFunctionSettings.parse(env);
  const ports = composeFiles(settings, env, replace);
  const serveQueue = batchEntry(({ Records }) => serveRecords(ports, Records));
  return bounded(async (event: unknown, context) => {
    if (isQueue(event)) return serveQueue(event, context);
    await sweepFiles(ports);
    return undefined;
  });
}

function composeFiles(
  {
    STAGE,
    POWERTOOLS_SERVICE_NAME,
    TABLE_PREFIX: prefix,
    ...settings
  }: z.infer<typeof filesFunctionSettings>,
  env: Environment,
  { clients, objects, scan = noScan, log, nowMs = Date.now }: FilesReplacements,
): FilesPorts {
  const dynamodb = clients?.dynamodb ?? createDynamodbClient(env);
  const secrets = clients?.secrets ?? createSecretsClient(env);
  return {
    directory: new DirectoryTable(dynamodb, prefix, nowMs),
    conversations: new ConversationsTable<FlowState>(dynamodb, prefix),
    files: new FilesTable(dynamodb, prefix),
    objects: objects ?? new S3Objects(createS3Client(env), settings.FILES_BUCKET),
    sendingSecrets: allTenantSecrets(secrets, settings.TENANT_SECRET_PREFIX, nowMs),
    http: guardedHttpClient({ allowedOrigins: settings.ALLOWED_HTTP_ORIGINS.split(',').filter(Boolean) }),
    scan,
    metrics: createMetrics(STAGE),
    log: log ?? createLog(POWERTOOLS_SERVICE_NAME),
    nowMs,
  };
}

/** Side by side: they have no order. One that fails comes again. */
async function serveRecords(ports: FilesPorts, records: readonly SQSRecord[]): Promise<readonly SQSRecord[]> {
  const failed = await Promise.all(
    records.map(async (record) => {
      try {
        await serveFileRecord(ports, record.body);
        return [];
      } catch (error) {
        ports.log.warn('a record of the queue of files failed', {
          record: record.messageId,
          reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
        });
        return [record];
      }
    }),
  );
  return failed.flat();
}

/** Any other event is the hourly schedule. */
function isQueue(event: unknown): event is SQSEvent {
  return typeof event === 'object' && event !== null && 'Records' in event;
}
