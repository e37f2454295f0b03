import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { environmentFiles } from '../../bin/environment-files.ts';
import { generate } from '../../bin/generate.ts';

/**
 * What the workers of a run share is made before they begin, since each would make its own: the generated code,
 * the functions' bundles, the unpacked browser, and a folder for all that tests write, which goes with the run.
 * @returns what ends it
 */
export async function setup(): Promise<() => Promise<void>> {
  await generate();
  await environmentFiles();
  // Beside the folder: it serves the next run, too.
  process.env.CHROMIUM_PATH = await sparticuz.executablePath();
  const folder = await mkdtemp(join(tmpdir(), 'test-run-'));
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}
