import { fileChore, objectsCreated } from '../../contract/file-records.ts';
import { fetchMedia } from './fetch-media.ts';
import type { FilesPorts } from './files-ports.ts';
import { keepFile } from './keep-file.ts';
import { takeUpload } from './take-upload.ts';

/**
 * Does what one record of the queue of files asks for: ours, or a notification of S3.
 * @throws Error when it is to come again
 */
export async function serveFileRecord(ports: FilesPorts, body: string): Promise<void> {
  const read: unknown = JSON.parse(body);
  const chore = fileChore.safeParse(read).data;
  if (chore?.kind === 'keep-file') return keepFile(ports, chore);
  if (chore?.kind === 'fetch-media') return fetchMedia(ports, chore);
  const created = objectsCreated.safeParse(read).data;
  // S3 tries a queue by an event of no object.
  if (!created) return ports.log.info('a record of the queue of files asks for nothing');
  for (const { s3 } of created.Records) await takeUpload(ports, keyOf(s3.object.key));
}

/** Encoded as a form is: a space is a plus. */
const keyOf = (key: string) => decodeURIComponent(key.replaceAll('+', ' '));
