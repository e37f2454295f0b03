import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { functionBundleOptions } from '../bin/bundle-functions.ts';
import { splitLazyPackages } from '../bin/esbuild-plugins.ts';
import { bundleFile } from '../lib/bundles.ts';
import type { Checkout } from './checkout.ts';

/** Writes the floor of a turn, bundled as functions are. */
export async function floorBundle(
  folder: string,
): Promise<{ readonly file: string; readonly bytes: number }> {
  const file = join(folder, bundleFile);
  await build({
    ...functionBundleOptions,
    plugins: [splitLazyPackages(new Map())],
    entryPoints: [join(import.meta.dirname, 'floor.ts')],
    outfile: file,
  });
  return { file, bytes: statSync(file).size };
}

/**
 * Writes the bundle that web chat is deployed as, whatever a commit calls it. In a process that is started where the commit
 * lies: the bundler keeps to that.
 */
export function webChatBundle(
  { root }: Checkout,
  folder: string,
): { readonly file: string; readonly bytes: number } {
  const at = (file: string) => JSON.stringify(join(root, file));
  const script = `
    import { bundleFunctions } from ${at('bin/bundle-functions.ts')};
    import { functions } from ${at('lib/functions.ts')};
    const { bundle } = functions.webchat;
    await bundleFunctions(${JSON.stringify(folder)}, [bundle]);
    console.log(bundle);`;
  const name = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    ...{ cwd: root, encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const file = join(folder, name.trim(), bundleFile);
  return { file, bytes: statSync(file).size };
}
