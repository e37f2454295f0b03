import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a directory if it is absent, and keeps it for this process: two would write over each other's data. The lock
 * of a process that was killed is taken over.
 * @throws Error when the directory can't be made, or another process has it
 */
export function lockDirectory(directory: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // What people write lies in it, in files of an emulator that anybody could read else.
  chmodSync(directory, 0o700);
  const file = join(directory, 'lock');
  const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (owner !== process.pid && isRunning(owner))
    throw new Error(`${directory} is in use by process ${owner}; if that is no gateway, delete ${file}`);
  writeFileSync(file, String(process.pid));
  return { stop: async () => rmSync(file, { force: true }) };
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process runs, though this one may not signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
