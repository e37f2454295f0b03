import { chmod, copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { generate, schemasFolder } from './generate.ts';
import { noticesFile, thirdPartyNotices } from './third-party-notices.ts';

const root = join(import.meta.dirname, '..');

const manifest = {
  name: 'messaging-gateway-cli',
  version: process.env.npm_package_version ?? '0.0.0',
  description:
    'The command line of the conversational messaging gateway: tenants, flows, users, dead letters.',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=22.12' },
  bin: { gateway: 'gateway.mjs' },
};

const readme = `# The gateway's command line

\`\`\`sh
npm install --global ./messaging-gateway-cli-${manifest.version}.tgz
gateway --help
gateway use --stage dev
gateway flow list --tenant acme
\`\`\`

Everything but \`flow dev\`, which needs a clone of the project, works as it is described in docs/command-line.md there.
It needs Node 22.12 or later and, for a deployment, AWS credentials where the AWS command line has them.
`;

/**
 * Makes a folder that `npm pack` or `npm install --global` takes: the command line without a clone beside it.
 * @throws when it does not compile
 */
export async function buildCli(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const sources = await bundleCli(outDir);
  const launcher = join(outDir, manifest.bin.gateway);
  await copyFile(join(import.meta.dirname, 'gateway-launcher.mjs'), launcher);
  await chmod(launcher, 0o755);
  await cp(join(root, 'examples', 'flows'), join(outDir, 'templates'), { recursive: true });
  await generate();
  await cp(schemasFolder, join(outDir, 'schemas'), { recursive: true });
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'));
  await writeFile(join(outDir, 'README.md'), readme);
  await writeFile(join(outDir, noticesFile), thirdPartyNotices(sources));
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

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
async function bundleCli(outDir: string): Promise<readonly string[]> {
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
