import { join, resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { AdminFiles } from '../src/local/pages/admin-page.ts';

const configFile = join(import.meta.dirname, '../src/admin/vite.config.ts');

/**
 * Builds the admin application.
 * @param base path that it is served under, with slashes at both ends
 * @param outDir where to write it; without it nothing is written
 * @returns the files by their path under the application's root
 * @throws Error that names what does not compile
 */
export async function buildAdmin(base: string, outDir?: string): Promise<AdminFiles> {
  const built = await build({
    configFile,
    // Loaded as it is: bundling the configuration would write into node_modules.
    configLoader: 'native',
    base,
    logLevel: 'warn',
    build: outDir === undefined ? { write: false } : { outDir: resolve(outDir), emptyOutDir: true },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}
