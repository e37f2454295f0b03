import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { LambdaEntry } from '../middleware/lambda-entry.ts';
import { batchEntry, bounded } from '../middleware/lambda-entry.ts';
import type { FilesPorts } from '../operations/files/read-address.ts';
import { serveFileRecord, sweepFiles } from '../operations/files/serve-file-record.ts';
import type { FileScan } from '../ports/files.ts';
import * as ports from './ports.ts';

/** Serves records of the queue of files, and the hour's sweep. */
export type FilesHandler = LambdaEntry<unknown, SQSBatchResponse | undefined>;

/** The scanner of a deployment without one. @see docs/decisions/files.md */
const noScan: FileScan = { scan: async () => null };

/**
 * The function that moves people's files: a bundle of its own, since no other needs S3's client, and a role that no
 * function behind HTTP has.
 * @throws Error when a setting is missing
 * @see design 14
 */
export function createFiles(
  env: ports.Environment,
  replace: ports.Replacements<FilesPorts> = {},
): FilesHandler {
  const parts = ports.portsOf<FilesPorts>(
    env,
    {
      conversations: ports.conversations,
      directory: ports.directory,
      files: ports.files,
      http: ports.http,
      log: ports.log,
      metrics: ports.metrics,
      objects: ports.objects,
      sendingSecrets: ports.sendingSecrets,
      scan: () => noScan,
    },
    replace,
  );
  const serveQueue = batchEntry(({ Records }) => serveRecords(parts, Records));
  return bounded(async (event: unknown, context) => {
    if (isQueue(event)) return serveQueue(event, context);
    await sweepFiles(parts);
    return undefined;
  });
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
