import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type * as z from 'zod/mini';

/** Replaces a file's content; a process killed meanwhile leaves the old content or the new, never a part. */
export function writeWholeFile(file: string, content: string | Buffer): void {
  const next = `${file}.next`;
  writeFileSync(next, content, { mode: 0o600 });
  renameSync(next, file);
}

/** Reads the JSON that an earlier process kept in a file; undefined without one. @throws Error when it is not valid */
export function readKeptFile<Schema extends z.ZodMiniType>(
  file: string | undefined,
  schema: Schema,
): z.infer<Schema> | undefined {
  return file && existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
