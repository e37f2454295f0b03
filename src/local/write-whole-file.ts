import { renameSync, writeFileSync } from 'node:fs';

/** Replaces a file's content; a process killed meanwhile leaves the old content or the new, never a part. */
export function writeWholeFile(file: string, text: string): void {
  const next = `${file}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
}
