import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { docsFiles } from './docs-files.ts';

/** Writes the documentation's site into a folder of its own. */
export async function buildDocs(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  for (const [path, read] of docsFiles(process.env.npm_package_version ?? '0.0.0')) {
    const file = join(outDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await read());
  }
}
