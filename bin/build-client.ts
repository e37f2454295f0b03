import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import manifestOfFetch from '../node_modules/openapi-fetch/package.json' with { type: 'json' };
import { generate } from './generate.ts';

const root = join(import.meta.dirname, '..');
const entry = join(root, 'src/client/index.ts');
/** Dependencies are bundled, so that installing the client fetches nothing else. */
const bundled = ['openapi-fetch', ...Object.keys(manifestOfFetch.dependencies)];

const manifest = {
  name: 'messaging-gateway-client',
  version: process.env.npm_package_version ?? '0.0.0',
  description: 'A typed client of the conversational messaging gateway, for Node and browsers.',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20.19' },
  sideEffects: false,
  exports: { '.': { types: './types/client/index.d.ts', default: './index.js' } },
  dependencies: Object.fromEntries(bundled.map((name) => [name, '*'])),
  bundleDependencies: bundled,
};

/**
 * Makes a folder that `npm pack` or `npm install` takes: the client and its types.
 * @throws when it does not compile
 */
export async function buildClient(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  await generate();
  await build({
    entryPoints: [entry],
    outfile: join(outDir, 'index.js'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
  });
  writeTypes(join(outDir, 'types'));
  for (const name of bundled) {
    const from = dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
    await cp(from, join(outDir, 'node_modules', name), { recursive: true });
  }
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'));
  await writeFile(join(outDir, 'README.md'), await guideAlone());
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The guide, whose other pages are not beside it. */
async function guideAlone(): Promise<string> {
  const guide = await readFile(join(root, 'docs/guides/client.md'), 'utf8');
  return guide.replaceAll(/\[([^\]]+)\]\((?!https:)[^)]+\)/g, '$1');
}

/** @throws Error for what the compiler refuses */
function writeTypes(outDir: string): void {
  const program = ts.createProgram([entry], {
    ...{
      declaration: true,
      emitDeclarationOnly: true,
      allowImportingTsExtensions: true,
      strict: true,
      outDir,
    },
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, skipLibCheck: true, types: ['node'] },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    rootDir: join(root, 'src'),
  });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    // The package contains declarations but no sources, so the source map references are removed.
    ts.sys.writeFile(path, text.replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  });
  const [first] = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'));
}
