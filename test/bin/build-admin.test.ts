import { expect, it } from 'vitest';
import { buildAdmin } from '../../bin/build-admin.ts';

it('the admin application holds no development code', async () => {
  const files = await buildAdmin('/');
  expect([...files.keys()]).toContain('index.html');
  expect([...files.values()].join()).not.toContain('React DevTools');
});
