#!/usr/bin/env node
import { bundleFunctions } from './bundle-functions.ts';

const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

for (const { name, bytes, gzipBytes, heaviest, lazyFiles } of await bundleFunctions()) {
  console.log(`${name}: ${kib(bytes)}, ${kib(gzipBytes)} gzipped`);
  for (const part of heaviest) console.log(`  ${part.source}: ${kib(part.bytes)}`);
  for (const file of lazyFiles) console.log(`  on demand: ${file}`);
}
