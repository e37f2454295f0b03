import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { testPageFolder, widgetReleaseFile, widgetReleases } from '../lib/bundles.ts';
import { bundleComponent, bundleTestPage, bundleWidget, type WidgetBundle } from './bundle-widget.ts';
import { releaseOf } from './release-of.ts';
import { noticesFile, thirdPartyNotices } from './third-party-notices.ts';

/** `widget.js` for a script tag, `widget.mjs` for sites with a bundler. */
const files = { 'widget.js': 'iife', 'widget.mjs': 'esm' } as const;

/** The declarations of the module build, by the source that they come from. */
const declarations = {
  'widget.d.mts': 'create-widget.ts',
  'api.d.mts': 'api.ts',
  'react.d.mts': 'frameworks/react.ts',
  'vue.d.mts': 'frameworks/vue.ts',
  'options.d.mts': 'frameworks/options.ts',
} as const;

/** Components, each for a framework that the site has. */
const frameworks = ['react', 'vue'] as const;

/** Makes the folder one that `npm pack` packs for sites: installed as a folder, it would find another React than the site's. */
const manifest = {
  name: 'messaging-widget',
  version: process.env.npm_package_version ?? '0.0.0',
  description: 'The chat widget of the conversational messaging gateway, with types.',
  license: 'MIT',
  type: 'module',
  files: ['*.mjs', '*.d.mts', noticesFile],
  exports: {
    '.': { types: './widget.d.mts', default: './widget.mjs' },
    './react': { types: './react.d.mts', default: './react.mjs' },
    './vue': { types: './vue.d.mts', default: './vue.mjs' },
  },
  peerDependencies: { react: '>=18', vue: '>=3.5' },
  peerDependenciesMeta: { react: { optional: true }, vue: { optional: true } },
};

/**
 * Builds the widget's files: the bundles, the script once more under a name of its content, and what makes the module
 * build a typed package.
 * @throws when it does not compile
 */
export async function buildWidget(outDir: string): Promise<ReadonlyMap<string, WidgetBundle>> {
  await mkdir(outDir, { recursive: true });
  const built = await Promise.all(
    Object.entries(files).map(async ([name, format]) => [name, await bundleWidget(format)] as const),
  );
  for (const [name, bundle] of built) {
    await writeFile(join(outDir, name), bundle.code);
    if (name === 'widget.js') await writeRelease(outDir, bundle);
    else for (const { file, code } of bundle.parts) await writeFile(join(outDir, file), code);
  }
  const { js, css } = await bundleTestPage();
  await mkdir(join(outDir, testPageFolder), { recursive: true });
  await writeFile(join(outDir, testPageFolder, 'page.js'), js);
  await writeFile(join(outDir, testPageFolder, 'page.css'), css);
  for (const framework of frameworks)
    await writeFile(join(outDir, `${framework}.mjs`), await bundleComponent(framework));
  const sources = built.flatMap(([, bundle]) => bundle.sources);
  await writeFile(join(outDir, noticesFile), thirdPartyNotices(sources));
  for (const [name, source] of Object.entries(declarations))
    await writeFile(join(outDir, name), await declare(source));
  await copyFile(join(import.meta.dirname, '../LICENSE'), join(outDir, 'LICENSE'));
  await copyFile(join(import.meta.dirname, '../src/widget/README.md'), join(outDir, 'README.md'));
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return new Map(built);
}

/** Earlier releases stay on the site. */
async function writeRelease(outDir: string, { code, parts }: WidgetBundle): Promise<void> {
  const release = releaseOf(code);
  await rm(join(outDir, widgetReleases), { recursive: true, force: true });
  await mkdir(join(outDir, widgetReleases));
  await writeFile(join(outDir, release.file), code);
  for (const part of parts) await writeFile(join(outDir, widgetReleases, part.file), part.code);
  await writeFile(join(outDir, widgetReleaseFile), `${JSON.stringify(release, null, 2)}\n`);
}

/** A source's declarations; sources say all their types, so that none has to be worked out. */
async function declare(source: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../src/widget', source), 'utf8');
  const { outputText } = ts.transpileDeclaration(text, { fileName: source });
  return outputText.replaceAll(/'\.[\w./-]*?([\w-]+)\.ts'/g, "'./$1.mjs'");
}
