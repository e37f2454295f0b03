import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { AdminFiles } from '../src/local/pages/admin-page.ts';
import { generate } from './generate.ts';
import { noticesFile, thirdPartyNotices } from './third-party-notices.ts';

const configFile = join(import.meta.dirname, '../src/admin/vite.config.ts');

/** All loaded modules, styles included; more than the bundle keeps after tree shaking. */
const notices: Plugin = {
  name: 'third-party-notices',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: noticesFile,
      source: thirdPartyNotices(this.getModuleIds()),
    });
  },
};

/**
 * Builds the admin application.
 * @param base path that it is served under, with slashes at both ends
 * @param outDir where to write it; without it nothing is written
 * @returns the files by their path under the application's root
 * @throws Error that names what does not compile
 */
export async function buildAdmin(base: string, outDir?: string): Promise<AdminFiles> {
  await generate();
  const built = await build({
    configFile,
    // Loaded without bundling, which would write into node_modules.
    configLoader: 'native',
    plugins: [notices],
    base,
    logLevel: 'warn',
    build: outDir === undefined ? { write: false } : { outDir: resolve(outDir), emptyOutDir: true },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}
