#!/usr/bin/env node
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { adminRoot, docsRoot, widgetRoot } from '../lib/bundles.ts';
import { buildAdmin } from './build-admin.ts';
import { buildCli } from './build-cli.ts';
import { buildClient } from './build-client.ts';
import { buildWidget } from './build-widget.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { docsFiles } from './docs/docs-files.ts';

const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

for (const { name, bytes, gzipBytes, heaviest, lazyFiles } of await bundleFunctions()) {
  console.log(`${name}: ${kib(bytes)}, ${kib(gzipBytes)} gzipped`);
  for (const part of heaviest) console.log(`  ${part.source}: ${kib(part.bytes)}`);
  for (const file of lazyFiles) console.log(`  on demand: ${file}`);
}

for (const [path, body] of await buildAdmin('/', adminRoot)) {
  const bytes = Buffer.byteLength(body);
  console.log(`admin ${path}: ${kib(bytes)}, ${kib(gzipSync(body).length)} gzipped`);
}

for (const [path, { bytes, gzipBytes }] of await buildWidget(widgetRoot)) {
  console.log(`widget ${path}: ${kib(bytes)}, ${kib(gzipBytes)} gzipped`);
}

await buildDocs(docsRoot);

/** Writes the documentation's site into a folder of its own. */
async function buildDocs(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  for (const [path, read] of docsFiles(process.env.npm_package_version ?? '0.0.0')) {
    const file = join(outDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await read());
  }
}

await buildClient('dist/client');
console.log('client: npm install ./dist/client');

await buildCli('dist/cli');
console.log('command line: npm install --global ./dist/cli');
