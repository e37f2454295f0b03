import { cleanKey } from '../../domain/stored-file.ts';
import type { FilesPorts } from './files-ports.ts';

/**
 * Moves the clean copy of a file that has become part of a message to where it lies until the message's log goes.
 * @throws Error when somebody else was at it: it comes again
 * @see docs/decisions/files.md
 */
export async function keepFile(
  { files, objects, log }: Pick<FilesPorts, 'files' | 'objects' | 'log'>,
  { tenantId, fileId }: { readonly tenantId: string; readonly fileId: string },
): Promise<void> {
  const file = await files.find(tenantId, fileId);
  if (file?.status !== 'available' || file.objectKey === undefined || file.sha256 === undefined) return;
  const objectKey = cleanKey(file, file.sha256);
  if (objectKey === file.objectKey) return;
  if (!(await objects.copy(file.objectKey, objectKey))) {
    log.error('the clean copy of a file has gone', undefined, { tenantId, fileId });
    return;
  }
  if (await files.replace({ ...file, objectKey }, file)) {
    await objects.remove([file.objectKey]);
    return;
  }
  const now = await files.find(tenantId, fileId);
  // Erased meanwhile: nothing may stay that no record names.
  if (!now) return objects.remove([objectKey]);
  if (now.objectKey !== objectKey) throw new Error('the file was changed while it was moved');
}
