import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Io } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';

/** What a command printed, and its exit code. */
export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command of the command line as a process of its own would, with nothing of this process's environment. */
export async function runCli(
  args: readonly string[],
  io: Partial<Pick<Io, 'env' | 'nowMs' | 'interrupted' | 'out' | 'err' | 'isTerminal' | 'colors'>> & {
    readonly typed?: readonly string[];
  } = {},
): Promise<CliRun> {
  const out: string[] = [];
  const err: string[] = [];
  const { typed = [], env = {}, nowMs = Date.now } = io;
  const code = await main(args, {
    out(text) {
      out.push(text);
      io.out?.(text);
    },
    err(text) {
      err.push(text);
      io.err?.(text);
    },
    interrupted: io.interrupted ?? (() => Promise.resolve()),
    startPreview: async (options) => (await import('../../bin/start-preview.ts')).startPreview(options),
    templatesFolder: join('examples', 'flows'),
    schemasFolder: resolve('docs', 'schemas'),
    env,
    nowMs,
    isTerminal: io.isTerminal ?? false,
    colors: io.colors ?? { out: false, err: false },
    input: Readable.from(typed.map((line) => `${line}\n`)),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** A copy of a demo tenant's folder that a test may change. */
export function copyTenant(name: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'tenant-')), name);
  cpSync(join('examples', 'tenants', name), folder, { recursive: true });
  return folder;
}

/** Changes a JSON file. */
export function editJson(file: string, change: (content: Record<string, unknown>) => object): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}
