import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** Outside of a clone `npx gateway` would fetch a stranger's package of that name: what is installed is `gateway`. */
const nameOfInstalled: Plugin = {
  name: 'name-of-installed',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/cli\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('npx gateway', 'gateway'),
      loader: 'ts',
    }));
  },
};

/**
 * Bundles the command line for a package: a small beginning, and a file for what each command needs.
 * @returns every source that it was made of
 * @throws when it does not compile
 */
export async function bundleCli(outDir: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [join(root, 'bin/gateway-installed.ts')],
    absWorkingDir: root,
    outdir: outDir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    chunkNames: 'lib/[name]-[hash]',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [nameOfInstalled],
    // Packages in CommonJS ask for the modules of Node.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  });
  return Object.keys(metafile.inputs);
}
