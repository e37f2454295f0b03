import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildAdmin } from '../../bin/build-admin.ts';

it('the admin application stays within its budget and holds no development code', async () => {
  const files = await buildAdmin('/');
  const kib = Object.fromEntries(
    [...files].map(([path, body]) => [path.replace(/-[\w-]{8}\./, '.'), gzipSync(body).length / 1024]),
  );
  expect(Object.keys(kib).toSorted()).toEqual([
    'assets/icon.svg',
    'assets/index.css',
    'assets/index.js',
    'index.html',
  ]);
  expect(kib['assets/index.js']).toBeLessThan(125);
  expect(kib['assets/index.css']).toBeLessThan(15);
  expect([...files.values()].join()).not.toContain('React DevTools');
});
