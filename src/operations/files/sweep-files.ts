import { cleanPrefix } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { isDue } from '../../domain/stored-file.ts';
import type { FilesPorts } from './files-ports.ts';

const perRead = 1000;

/**
 * Deletes the clean copies whose day has passed. Their keys begin with that day, so that they are listed first: a run
 * that finds nothing costs one call.
 * @returns how many were deleted
 * @see docs/decisions/files.md
 */
export async function sweepFiles({
  objects,
  log,
  nowMs,
}: Pick<FilesPorts, 'objects' | 'log' | 'nowMs'>): Promise<number> {
  let swept = 0;
  while (swept < limits.sweptFiles) {
    const keys = await objects.list(cleanPrefix, perRead);
    const due = keys.filter((key) => isDue(key, nowMs()));
    if (due.length === 0) break;
    await objects.remove(due);
    swept += due.length;
  }
  if (swept > 0) log.info('files were deleted at the end of their time', { files: swept });
  return swept;
}
